-- Whether a feed that the confidence weighs was late or missing when a point was computed, by the version of the confidence. From version 2 on the
-- hourly generation counts with the availability of the quarter-hourly mix where that is higher. `inputs` are those of feeds with a weight.
create function counts_late_feed(inputs jsonb, confidence_version integer) returns boolean language sql immutable parallel safe
  return uses_late_feed(case
    when confidence_version > 1 and (inputs -> 'generation_mix_15min' ->> 'phi')::double precision
      > (inputs -> 'generation_by_type' ->> 'phi')::double precision
    then inputs - 'generation_by_type' else inputs end);
