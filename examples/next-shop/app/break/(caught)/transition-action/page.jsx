import { WaitingButton } from '../../../../components/pay-buttons.jsx'
import { payAndWait } from '../../actions.js'

export default function Page() {
  return (
    <>
      <h1>Checkout</h1>
      <WaitingButton action={payAndWait} />
    </>
  )
}
