import * as v from 'valibot'

export const Person = v.object({ id: v.string(), name: v.string(), email: v.string() })
export type Person = v.InferOutput<typeof Person>
