export const dynamic = 'force-dynamic'

export default function Page() {
  throw new Error('the orders database is away')
}
