export { File } from './file.tsx'
export { StoredImage } from './image.tsx'
export { isShownImage } from './shown-image.ts'
