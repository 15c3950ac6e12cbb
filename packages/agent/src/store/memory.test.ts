import { describeStore } from './contract.ts'
import { MemoryStore } from './memory.ts'

describeStore('MemoryStore', async (now) => new MemoryStore(now))
