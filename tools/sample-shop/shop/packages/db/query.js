import { pool } from './pool.js'

export class DatabaseError extends Error {}

export async function query(text, values) {
  const { rows, failure } = await pool.run(text, values)
  if (failure !== undefined) throw new DatabaseError(failure.message)
  return rows
}
