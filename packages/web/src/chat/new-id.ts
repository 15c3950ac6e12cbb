const place = 'skillet.new-conversation'

/**
 * The id of the conversation that is not begun yet. It stays the same until it is begun, so that its
 * draft survives a reload.
 *
 * @param make a fresh id, or the kept one as a fresh one
 */
export function newId(
  make: (kept?: string) => string,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): string {
  try {
    const kept = storage.getItem(place)
    if (kept !== null && kept !== '') return make(kept)
    const id = make()
    storage.setItem(place, id)
    return id
  } catch {
    // Storage can be switched off; then a reload begins anew.
    return make()
  }
}

/** From here on a conversation is begun: the next new one gets another id. */
export function begun(id: string, storage: Pick<Storage, 'getItem' | 'removeItem'>): void {
  try {
    if (storage.getItem(place) === id) storage.removeItem(place)
  } catch {
    // As above.
  }
}
