/** A scope's one name on screen. JSON, and names such as `builtin:tour`, keep the API's word. */
export function scopeWord(scope: string): string {
  return scope === 'builtin' ? 'built-in' : scope
}
