KILL MUTATION WHERE database = 'shop' AND table = 't' SYNC;
KILL QUERY WHERE query_id = 'x';
