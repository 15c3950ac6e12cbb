/** The JSON of an answer, as the contract says that it is. */
export async function read<T>(response: Response | Promise<Response>): Promise<T> {
  return (await (await response).json()) as T
}
