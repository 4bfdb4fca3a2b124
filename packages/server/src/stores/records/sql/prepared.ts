import { hash } from 'node:crypto'
import type { Compilable, CompiledQuery } from 'kysely'

class Slot {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** A statement that comes again and again: an engine may keep it by its name instead of reading it each time. */
export type NamedQuery = CompiledQuery & { readonly name?: string }

/** Stands for a value while the statement is built. */
export type SlotFor<Values> = <Name extends keyof Values>(name: Name) => Values[Name]

/**
 * Builds a query once and fills in its values at each call. The digest runs a handful of statements hundreds
 * of times per batch; building them anew each time costs more than SQLite needs to run them.
 */
export function prepared<Values extends object, Row>(
  build: (slot: SlotFor<Values>) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  const query = build(<Name extends keyof Values>(name: Name) => new Slot(name) as unknown as Values[Name])
  const compiled = query.compile()
  const name = hash('sha1', compiled.sql)
  const slots = compiled.parameters.map((parameter) =>
    parameter instanceof Slot
      ? (values: Values) => values[parameter.name as keyof Values] ?? null
      : () => parameter,
  )
  const named = { ...compiled, name }
  return (values) => ({ ...named, parameters: slots.map((fill) => fill(values)) })
}
