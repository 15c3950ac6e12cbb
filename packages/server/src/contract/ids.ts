import { z } from 'zod'

/** What names a conversation or a message: also as a part of an address, which `.` and `..` are not. */
export const addressableId = z
  .string()
  .min(1)
  .max(200)
  .refine((value) => value !== '.' && value !== '..', 'Another id than `.` and `..` is needed.')
