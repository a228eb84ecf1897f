-- What is due is found by the first pending delivery of each subscription: an index over all due ones is read by no statement.
drop index alert_deliveries_due;
