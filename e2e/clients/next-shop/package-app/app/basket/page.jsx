import { placeOrder } from './actions.js'

export default function Page() {
  return (
    <form action={placeOrder}>
      <h1>Basket</h1>
      <button>Order</button>
    </form>
  )
}
