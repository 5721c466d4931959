-- The closed list of event types that may be appended; the domain's union of events is the same list.
create or replace function ledger.event_types() returns text[]
language sql immutable parallel safe
set search_path = pg_catalog, pg_temp
return array[
    'LedgerOpened', 'PredicateDeclared', 'FactAsserted', 'Refused', 'DuelResolved', 'Quarantined', 'Invalidated', 'Restored',
    'ClaimRetracted', 'ClaimReinstated', 'FactCorrected', 'FactEnded', 'OutcomeReported', 'ReviewRequested', 'Reviewed',
    'Foreign'
];
