import { pay } from './pay.js'

export default function Page() {
  return (
    <form action={pay}>
      <h1>Checkout</h1>
      <button>Pay</button>
    </form>
  )
}
