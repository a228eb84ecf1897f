-- What a source has yielded before: a poll that finds nothing of it any more is no failure, but must be noticed. `content` is a feed, or what else the
-- source holds (regions, published intensities). A row comes with the first value, so that what never had values is never missed.
create table poll_yields (
  source text not null,
  content text not null,
  -- Successful polls in a row without a value, since the last one that had some.
  empty_polls int not null default 0,
  primary key (source, content)
);
