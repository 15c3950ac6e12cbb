/** `1,234`: grouped the same everywhere, whatever the locale. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/gu, ',')
}

/** `1 skill`, `3 skills`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** `812 B`, `3.4 KiB`. */
export function bytes(value: number): string {
  if (value < 1024) return `${value} B`
  const kibi = value / 1024
  return kibi < 1024 ? `${kibi.toFixed(1)} KiB` : `${(kibi / 1024).toFixed(1)} MiB`
}
