-- What was asked beside the window: some payloads (exchange schedules) do not say which process they answer, and an audit that
-- reads them again must know.
alter table raw_payloads add column asked text not null default '';
alter table kept_payloads add column asked text not null default '';
