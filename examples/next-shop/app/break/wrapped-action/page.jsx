import { payWrapped } from '../actions.js'

export default function Page() {
  return (
    <form action={payWrapped}>
      <h1>Checkout</h1>
      <button className="button">Pay</button>
    </form>
  )
}
