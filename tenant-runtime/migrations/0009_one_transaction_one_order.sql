-- A transaction at the processor pays one order.
CREATE UNIQUE INDEX payments_by_transaction ON payments (processor, processor_transaction)
    WHERE processor_transaction IS NOT NULL;

PRAGMA user_version = 9;
