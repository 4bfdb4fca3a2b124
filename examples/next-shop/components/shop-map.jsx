export default function ShopMap() {
  return <p>At the end of the pier, on the left.</p>
}
