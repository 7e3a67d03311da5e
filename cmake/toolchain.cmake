# Warnings, the linker and the compiler cache: what every target shares.

set(GODWIT_WARNINGS -Wall -Wextra -Wpedantic -Werror)

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # "x" + std::string is reported as overlapping: https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105651
  list(APPEND GODWIT_WARNINGS -Wno-restrict)
endif()

find_program(GODWIT_CCACHE ccache)
if(GODWIT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${GODWIT_CCACHE})
endif()

find_program(GODWIT_MOLD NAMES mold)
find_program(GODWIT_LLD NAMES ld.lld)
if(GODWIT_MOLD)
  add_link_options(-fuse-ld=mold)
elseif(GODWIT_LLD)
  add_link_options(-fuse-ld=lld)
endif()

if(GODWIT_SANITIZE)
  add_compile_options(-fsanitize=${GODWIT_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${GODWIT_SANITIZE})
endif()
