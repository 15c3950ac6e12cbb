/** More often is not tried: something changes faster than it can be read. */
const mostReadings = 10

/**
 * Reads what events change too. An event that is applied while the server answers may be newer than
 * its answer, which would undo it; so it is read again until nothing came in between.
 *
 * @param read asks the server
 * @param watched what every such event replaces: another value afterwards means that one came
 */
export async function readUndisturbed<T>(
  read: () => Promise<T>,
  watched: () => unknown,
): Promise<T> {
  for (let times = 1; ; times++) {
    const before = watched()
    const answer = await read()
    if (watched() === before || times === mostReadings) return answer
  }
}
