import Link from 'next/link'

/** Header and footer, for both routers. */
export function ShopFrame({ children }) {
  return (
    <>
      <header className="header">
        <Link className="brand" href="/">
          Saltmarsh
        </Link>
        <nav aria-label="Shop">
          <Link href="/shop">Shop</Link>
          <Link href="/lookbook">Lookbook</Link>
          <Link href="/guides/delivery">Guides</Link>
          <Link href="/gift-cards">Gift cards</Link>
          <Link href="/en/about">About</Link>
          <Link href="/cart">Cart</Link>
          <Link className="break-link" href="/break">
            Break it
          </Link>
        </nav>
      </header>
      <main>{children}</main>
      <footer className="footer">An example of Hindcast. Nothing here can be bought.</footer>
    </>
  )
}
