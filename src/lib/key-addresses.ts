/** Addresses that are somebody's key: told to nobody, not even to her browser's own memory, and written down nowhere. */
export const keyAddresses = /^\/(get|download|confirm|unsubscribe|preview)\//i
