/** Pages of the demo's footer, in their order. The firm is made up, as are its terms. */
export const demoPages = [
  {
    slug: 'about-us',
    title: 'About us',
    body: `We sell hand and power tools to firms that use them every day: joiners, builders, workshops and the shops that supply them.

## What we keep
Some sixty tools, each in the sizes that are asked for, from brands whose spare parts can be had. What is on the page is in our
warehouse at 12 Foundry Road, Toolington, in the number that the page says.

## How we work
- A price is for one piece. From a larger quantity on it falls, and the page says from which.
- A minimum order keeps pallets whole and prices low.
- Whoever answers the telephone has held the tool.`,
  },
  {
    slug: 'delivery',
    title: 'Delivery',
    body: `Delivery is free, on every order and to every address that our carriers reach.

## When it comes
Paid orders leave our warehouse on the next working day. Heavy or long goods travel with a freight forwarder, who rings you before.
If something has to follow, the slip in the parcel says which pieces, and your order shows them.

## On arrival
Please count the parcels and look at them before you sign. Write damage on the carrier's receipt, take a picture, and tell us within
two days: we send the pieces again.`,
  },
  {
    slug: 'returns',
    title: 'Returns',
    body: `Pieces that you do not need can come back within seven days of their delivery.

1. Open the order under My Orders and choose the pieces, with a reason and, for damage, a picture.
2. We answer within two working days, with the address and a label if the fault is ours.
3. Once the pieces are here and as they were, the money goes back the way it came, and you get a credit note.

Blades, bits and abrasives that were used, and tools made to order, can't come back unless they are faulty.`,
  },
  {
    slug: 'trade-terms',
    title: 'Trade terms',
    body: `Prices, stock and minimum orders are those of the page at the moment in which you order.

## Payment
By card at once, or by bank transfer with the order's number. Pieces are held for you once the money has come. Unpaid orders end
after a week.

## Companies
A firm that we have accepted buys under one account: its people share orders, sites and agreed prices, and its managers say who may
order how much. Agreed prices are shown to its people alone.

## Warranty
The maker's warranty applies, at least two years. Send the tool to us, not to the maker: we see to the rest.`,
  },
  {
    slug: 'privacy',
    title: 'Privacy',
    body: `We keep what an order needs, and nothing about what you looked at.

- **Account**: name, email, addresses and the orders. You can download all of it, and close the account, under My Profile.
- **Orders**: invoices have to be kept for years; they outlive the account.
- **Payment**: card numbers go to the payment service and never to us.
- **Cookies**: only those without which nobody stays signed in. No tracking, no advertising, no third parties.

Questions about it reach us at hello@example.com.`,
  },
  {
    slug: 'help-and-contact',
    title: 'Help and contact',
    body: `Telephone +1 555 0100, on working days from seven to five. Mail: hello@example.com, answered the same day.

## Often asked
**Can I order by list?** Yes: paste SKUs and quantities, or choose a spreadsheet, in [Quick order](/quick-order).

**Do you know our part numbers?** Set them under My Company: search, quick order and invoices use them from then on.

**Can somebody else approve our orders?** Yes, in a [company account](/trade).

**Where is my parcel?** The order shows the carrier and its number as soon as it leaves us.`,
  },
] as const
