export { type Block, blockOf } from './block.ts'
export { post } from './post.ts'
