import { payByForm } from '../../actions.js'

export default function Page() {
  return (
    <form action={payByForm}>
      <h1>Checkout</h1>
      <button className="button">Pay</button>
    </form>
  )
}
