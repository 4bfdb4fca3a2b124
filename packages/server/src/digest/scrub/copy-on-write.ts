import type { Json, JsonObject } from '#domain/json.ts'

/*
 * Most events need no change, and copying every tree of every event costs more than looking at it. These answer
 * the very value they were given unless something in it changed.
 */

/** An entry for which `change` answers undefined is left out. */
export function mapEntries(
  object: JsonObject,
  change: (key: string, value: Json) => Json | undefined,
): JsonObject {
  let copy: JsonObject | undefined
  // Not Object.keys: it allocates, and this loop reads the values without looking them up by name.
  for (const key in object) {
    const before = object[key]
    if (before === undefined) continue
    const after = change(key, before)
    if (after === before) continue
    copy ??= { ...object }
    if (after === undefined) delete copy[key]
    else copy[key] = after
  }
  return copy ?? object
}

export function mapItems(items: Json[], change: (value: Json, index: number) => Json): Json[] {
  let copy: Json[] | undefined
  for (let index = 0; index < items.length; index++) {
    const before = items[index]!
    const after = change(before, index)
    if (after === before) continue
    copy ??= [...items]
    copy[index] = after
  }
  return copy ?? items
}
