'use client'

export default function Page() {
  return <button onClick={(event) => fail(event.currentTarget.ownerDocument.title)}>Fail</button>
}

function fail(title) {
  throw new Error(`the cart is broken ${title}`)
}
