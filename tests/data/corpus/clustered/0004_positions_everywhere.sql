-- Queries read this one, ingest writes this one.
CREATE TABLE harbor.positions_all ON CLUSTER default AS harbor.positions
ENGINE = Distributed(default, harbor, positions, mmsi);

CREATE TABLE harbor.vessels_all ON CLUSTER default AS harbor.vessels ENGINE = Distributed('default', 'harbor', 'vessels');
