import { pay } from './pay.js'

export const dynamic = 'force-dynamic'

export default function Page() {
  return (
    <form action={pay}>
      <button>Pay</button>
    </form>
  )
}
