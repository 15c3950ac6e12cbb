export { openSqliteStore, type SqliteStoreOptions } from './open.ts'
export { SqliteStore } from './store.ts'
export { StoreError, type StoreFault } from './store-error.ts'
