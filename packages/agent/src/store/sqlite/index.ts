export { openSqliteStore, type SqliteStoreOptions } from './open.ts'
export { StoreError, type StoreFault } from './store-error.ts'
