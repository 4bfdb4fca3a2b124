import { ForgetfulButton } from '../../../components/pay-buttons.jsx'
import { payAndForget } from '../actions.js'

export default function Page() {
  return (
    <>
      <h1>Checkout</h1>
      <ForgetfulButton action={payAndForget} />
    </>
  )
}
