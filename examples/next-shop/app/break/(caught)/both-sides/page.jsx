import { connection } from 'next/server'
import { Total } from '../../../../components/total.jsx'

/** Rendered for each visitor: otherwise the build would fail. */
export default async function Page() {
  await connection()
  return <Total currency="EUR" />
}
