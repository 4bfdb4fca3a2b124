export const dynamic = 'force-dynamic'

export default function Page() {
  throw new Error('the stock database is away')
}
