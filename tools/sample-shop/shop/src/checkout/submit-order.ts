import { pay } from './pay'

export async function submitOrder(form: FormData, setBusy: (busy: boolean) => void) {
  setBusy(true)
  const answer = await fetch('/api/orders', {
    method: 'POST',
    body: form,
  })
  const { order, intent } = await answer.json()
  await pay(intent)
  location.assign(`/orders/${order}`)
}
