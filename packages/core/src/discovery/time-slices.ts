/** Long synchronous work that lets everything else in the process have its turn now and then. */
export interface TimeSlices {
  /**
   * A promise to wait for where the slice is used up, else undefined.
   * @param now as `performance.now` gives it
   */
  pause(now?: number): Promise<void> | undefined
}

export function timeSlices(milliseconds = 10): TimeSlices {
  let end = performance.now() + milliseconds
  return {
    pause(now = performance.now()) {
      if (now < end) return undefined
      return new Promise((resolve) => {
        setImmediate(() => {
          end = performance.now() + milliseconds
          resolve()
        })
      })
    },
  }
}
