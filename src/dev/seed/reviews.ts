interface SeedReview {
  readonly name: string
  readonly email: string
  readonly city: string
  readonly rating: number
  readonly avatar: string
  readonly comment: string
}

export const reviews = [
  {
    name: 'Rosa Delgado',
    email: 'rosa.delgado@example.com',
    city: 'Albuquerque, United States',
    rating: 5,
    avatar: 'r01',
    comment:
      'We run a two-aisle hardware store, so a low minimum matters. Twenty multi-tools and forty hammers came on ' +
      'one pallet, counted right, every box labeled on the side you read from the shelf.',
  },
  {
    name: 'Kwame Boateng',
    email: 'k.boateng@example.com',
    city: 'Accra, Ghana',
    rating: 4.5,
    avatar: 'r02',
    comment: 'Six rotary hammers went straight out to rent. All six still work after a full season.',
  },
  {
    name: 'Ingrid Solheim',
    email: 'ingrid.solheim@example.com',
    city: 'Bergen, Norway',
    rating: 4,
    avatar: 'r03',
    comment:
      'My joiners wanted a belt sander whose bag empties without a mess, and this one does. Belt tracking took a ' +
      'minute to set on two of the ten. The instructions could be longer.',
  },
  {
    name: 'Tomasz Wójcik',
    email: 'tomasz.wojcik@example.com',
    city: 'Kraków, Poland',
    rating: 5,
    avatar: 'r04',
    comment: 'The shaper came strapped to its own skid, table oiled, spindle wrapped. It was running before lunch.',
  },
  {
    name: 'Mei Ling Chua',
    email: 'meiling.chua@example.com',
    city: 'Singapore',
    rating: 4.5,
    avatar: 'r05',
    comment:
      'The stock figure on the page is what the warehouse really has. I ordered 300 tape measures, the count went ' +
      'down by 300, and they shipped the same week. That saves me a phone call every time.',
  },
  {
    name: 'Hassan El Amrani',
    email: 'hassan.elamrani@example.com',
    city: 'Casablanca, Morocco',
    rating: 5,
    avatar: 'r06',
    comment:
      'Ten marble saws for our tile crews. The water inlet does not drip at the guard, and the blade in the box ' +
      'lasted through a whole hotel lobby of terrazzo. One carton had a crushed corner; the saw inside was fine.',
  },
  {
    name: 'Aoife Brennan',
    email: 'aoife.brennan@example.com',
    city: 'Galway, Ireland',
    rating: 3.5,
    avatar: 'r07',
    comment:
      'Chisel sets and hand saws for two school workshops. Good steel that keeps its edge through a class of ' +
      'sixteen-year-olds. The invoice came a day after the goods, which our office does not like.',
  },
  {
    name: 'Raj Pillai',
    email: 'raj.pillai@example.com',
    city: 'Pune, India',
    rating: 4,
    avatar: 'r08',
    comment: 'Unit price, minimum and stock in one line. I placed the order between two deliveries.',
  },
  {
    name: 'Walter Novak',
    email: 'walter.novak@example.com',
    city: 'Duluth, United States',
    rating: 3,
    avatar: 'r09',
    comment:
      'Levels and wrenches are right for the money and came in four days. The bench grinder I wanted is out of ' +
      'stock, and I would rather see a date on the page than a zero.',
  },
  {
    name: 'Amina Yusuf',
    email: 'amina.yusuf@example.com',
    city: 'Mombasa, Kenya',
    rating: 5,
    avatar: 'r10',
    comment: 'The packing list matched the cartons down to the last screwdriver. That is rarer than it should be.',
  },
  {
    name: 'Kenji Nakamura',
    email: 'kenji.nakamura@example.com',
    city: 'Osaka, Japan',
    rating: 4.5,
    avatar: 'r11',
    comment:
      'The jigsaws cut square out of the box. We checked all eight of them with a try square before the first shop ' +
      'job.',
  },
  {
    name: 'Lautaro Quispe',
    email: 'lautaro.quispe@example.com',
    city: 'La Paz, Bolivia',
    rating: 4,
    avatar: 'r12',
    comment: 'Work lights stand firm on rough ground. The cord could be a yard longer.',
  },
] as const satisfies readonly SeedReview[]
