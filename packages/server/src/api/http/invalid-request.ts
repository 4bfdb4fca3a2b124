import * as v from 'valibot'
import { AppError } from '#domain/app-error.ts'

/** A request that does not fit its schema, with what is wrong by the path of the field. */
export class InvalidRequest extends AppError {
  readonly fields: Readonly<Record<string, string>>
  constructor(message: string, fields: Readonly<Record<string, string>>) {
    super('invalid_input', message)
    this.fields = fields
  }
}

export function parsed<Schema extends v.GenericSchema>(
  schema: Schema,
  /** Of the request; or the name of one parameter. */
  part: string,
  input: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const fields = Object.fromEntries(
    result.issues.map((issue) => [v.getDotPath(issue) ?? part, issue.message] as const),
  )
  const [first] = Object.entries(fields)
  throw new InvalidRequest(`${first![0]}: ${first![1]}`, fields)
}
