import type { PriceBreak } from '#contract/pricing/prices.ts'

export interface SeedTool {
  readonly name: string
  readonly image: string
  readonly priceCents: number
  readonly minimum: number
  readonly available: number
  readonly description: string
  readonly sku: string
  readonly increment?: number
  readonly unitLabel?: string
  readonly priceBreaks: readonly PriceBreak[]
}

/** Grid order: neighbors differ in kind and color. */
export const tools = [
  {
    name: 'Marble Slotting Saw',
    image: 'marble-slotting-saw',
    priceCents: 10055,
    minimum: 10,
    available: 460,
    sku: 'MSS-125',
    priceBreaks: [
      { from: 40, priceCents: 9650 },
      { from: 100, priceCents: 9150 },
    ],
    description:
      'Wet slotting saw for marble, granite and tile. 10.5 A (1,260 W) motor, 5 in. (125 mm) segmented diamond ' +
      'blade, depth of cut to 1-3/8 in. (35 mm). Steel base plate, loop handle with rubber grip and a brass water ' +
      'inlet on the guard. In the box: saw, blade, hose adapter, blade wrench. Bought by stone yards, kitchen ' +
      'fitters and crews who chase walls. Slab not included.',
  },
  {
    name: 'RH26 Rotary Hammer',
    image: 'rotary-hammer',
    priceCents: 11840,
    minimum: 5,
    available: 260,
    sku: 'RH26-860',
    priceBreaks: [
      { from: 20, priceCents: 11365 },
      { from: 50, priceCents: 10770 },
    ],
    description:
      'Corded rotary hammer for anchors and through holes in concrete, brick and block. 7.2 A (860 W) motor, 2.2 ' +
      'ft-lb (3 J) impact, holes to 1-1/32 in. (26 mm). A side dial picks drill, hammer drill or chisel. ' +
      'Quick-change chuck, side handle and steel depth rod. In the box: hammer, handle, rod, three bits, two ' +
      'chisels, case. For electricians and rental yards.',
  },
  {
    name: 'Farmark Tape Measure',
    image: 'tape-measure',
    priceCents: 640,
    minimum: 50,
    available: 2400,
    sku: 'FTM-25',
    priceBreaks: [
      { from: 200, priceCents: 610 },
      { from: 500, priceCents: 580 },
    ],
    description:
      'Pocket tape for site and workshop. 25 ft (7.5 m) of 1 in. (25 mm) yellow steel blade, marked in inches and ' +
      'millimeters, with red marks at stud spacing. Stands out 7 ft (2.1 m) unsupported. Three-rivet end hook, ' +
      'thumb lock and a rubber-jacketed case with screwed side plates and belt clip. Packed 25 to a counter tray. ' +
      'For hardware stores and framing crews.',
  },
  {
    name: 'Wood Floor Belt Sander',
    image: 'belt-sander',
    priceCents: 7855,
    minimum: 10,
    available: 540,
    sku: 'WBS-533',
    priceBreaks: [
      { from: 40, priceCents: 7540 },
      { from: 100, priceCents: 7145 },
    ],
    description:
      'Handheld belt sander for floorboards, stair treads and edges that a drum machine cannot reach. 8 A (960 W) ' +
      'motor, 3 x 21 in. (76 x 533 mm) belt running at up to 1,200 ft/min (366 m/min). Lever release for belt ' +
      'changes and a knob for tracking. In the box: sander, zippered dust bag, three belts in 60, 80 and 120 grit. ' +
      'For flooring crews and rental counters.',
  },
  {
    name: 'Paredge Wood Chisel Set',
    image: 'wood-chisel-set',
    priceCents: 1890,
    minimum: 24,
    available: 690,
    sku: 'PWC-6',
    priceBreaks: [
      { from: 96, priceCents: 1810 },
      { from: 240, priceCents: 1720 },
    ],
    description:
      'Three bevel-edge chisels: 1/4, 1/2 and 1 in. (6, 12 and 25 mm). Chrome vanadium blades ground to 25 degrees ' +
      'and hardened to 59 HRC, so they need only honing before use. Turned ash handles with brass ferrules and ' +
      'steel striking hoops. In the box: three chisels with blade guards in a card sleeve. For joiners, timber ' +
      'framers and school woodwork rooms.',
  },
  {
    name: 'Reciprocal saw',
    image: 'reciprocating-saw',
    priceCents: 17900,
    minimum: 6,
    available: 310,
    sku: 'RS-1000',
    priceBreaks: [
      { from: 24, priceCents: 17180 },
      { from: 60, priceCents: 16285 },
    ],
    description:
      'Cordless reciprocating saw for demolition, pipe and rough openings. 18 V motor, 1-1/8 in. (29 mm) stroke, 0 ' +
      'to 3,000 strokes per minute from a variable trigger. Ribbed rubber nose grip, steel shoe and a charge gauge ' +
      'on the battery. In the box: saw, one 4.0 Ah battery, charger, one wood and one metal blade. For plumbers, ' +
      'remodelers and rental yards.',
  },
  {
    name: 'Handheld Power Drill',
    image: 'power-drill',
    priceCents: 15500,
    minimum: 8,
    available: 720,
    sku: 'HPD-13',
    priceBreaks: [
      { from: 32, priceCents: 14880 },
      { from: 80, priceCents: 14105 },
    ],
    description:
      'Cordless drill driver for wood, sheet steel and plastic. 18 V motor, 530 in-lb (60 Nm), two gears up to ' +
      '1,800 rpm, torque collar, 1/2 in. (13 mm) keyless chuck and a work light under the nose. The battery shows ' +
      'its charge on four LEDs. In the box: drill, two 2.0 Ah batteries, charger, carry case. Bought by ' +
      'electricians, cabinet fitters and hardware stores.',
  },
  {
    name: 'Broadbeam 88 Work Light',
    image: 'work-light',
    priceCents: 4160,
    minimum: 10,
    available: 360,
    sku: 'BB88-W',
    priceBreaks: [
      { from: 40, priceCents: 3990 },
      { from: 100, priceCents: 3785 },
    ],
    description:
      'Portable floodlight for sites, garages and crawl spaces. 88 LEDs, 60 W, 6,000 lumens at 4,000 K in an ' +
      'aluminum housing rated IP65. The head tilts in a steel yoke and locks with two star knobs; orange tube ' +
      'stand with rubber feet and a padded carry handle. 10 ft (3 m) cord. In the box: light, stand, hardware. For ' +
      'painters, drywall crews and rental yards.',
  },
  {
    name: 'CT5 Cantilever Tool Box',
    image: 'tool-box',
    priceCents: 3420,
    minimum: 10,
    available: 420,
    sku: 'CT5',
    priceBreaks: [
      { from: 40, priceCents: 3280 },
      { from: 100, priceCents: 3110 },
    ],
    description:
      'Five-compartment steel tool box. Four cantilever trays with movable dividers swing clear of a deep base ' +
      'that takes a level or a hammer. 0.8 mm sheet with rolled edges, red powder coat, plated links and two ' +
      'folding handles with foam grips. Closed size 18 x 8 x 9 in. (455 x 200 x 230 mm). Sold empty; tools shown ' +
      'are not included. For fitters, fleets and colleges.',
  },
  {
    name: 'Gerber Diesel Multi Piler',
    image: 'multi-plier',
    priceCents: 9300,
    minimum: 20,
    available: 880,
    sku: 'GD-MP',
    priceBreaks: [
      { from: 80, priceCents: 8925 },
      { from: 200, priceCents: 8460 },
    ],
    description:
      'Full-size folding multi-tool in brushed stainless steel. Needle-nose jaws with a pipe grip and wire cutter; ' +
      'the handles hold a clip-point blade, file, awl, can opener and flat and cross drivers. 6-1/2 in. (165 mm) ' +
      'open, 5 in. (127 mm) closed, 9 oz (255 g). In the box: tool and nylon belt sheath. For maintenance crews, ' +
      'outfitters and counter displays.',
  },
  {
    name: 'Powermatic Shaper',
    image: 'wood-shaper',
    priceCents: 9997,
    minimum: 5,
    available: 120,
    sku: 'PM-SH',
    priceBreaks: [
      { from: 20, priceCents: 9595 },
      { from: 50, priceCents: 9095 },
    ],
    description:
      'Floor-standing spindle shaper for moldings, raised panels and edge profiles. 1.5 hp (1.1 kW) motor in a ' +
      'louvered steel cabinet, cast iron table with miter slot, split wood fences and a handwheel for spindle ' +
      'height. 3/4 in. (19 mm) spindle. Ships on a skid with fence, the red winged cutter shown and two wrenches. ' +
      'For joinery shops and trade schools.',
  },
  {
    name: 'Revolt E.9V Jigsaw',
    image: 'jigsaw',
    priceCents: 13900,
    minimum: 8,
    available: 385,
    sku: 'RV-E9V',
    priceBreaks: [
      { from: 32, priceCents: 13340 },
      { from: 80, priceCents: 12645 },
    ],
    description:
      'Corded jigsaw for curves, cutouts and worktop openings. 6.5 A (780 W) motor, 1 in. (26 mm) stroke, up to ' +
      '3,100 strokes per minute, orbital action set by a side knob. Cuts wood to 3-1/2 in. (90 mm) and mild steel ' +
      'to 3/8 in. (10 mm). Steel base, rear dust port. In the box: jigsaw, five blades, hose adapter. For joiners, ' +
      'sign makers and school workshops.',
  },
  {
    name: 'RO5 Random Orbit Sander',
    image: 'orbital-sander',
    priceCents: 5290,
    minimum: 10,
    available: 830,
    sku: 'RO5-125',
    priceBreaks: [
      { from: 40, priceCents: 5075 },
      { from: 100, priceCents: 4810 },
    ],
    description:
      'Palm sander for finishing doors, cabinets and worktops. 3 A (360 W) motor, 7,000 to 12,000 orbits per ' +
      'minute from a thumb wheel, 5 in. (125 mm) hook-and-loop pad, rubber palm grip. Dust goes into a clip-on ' +
      'filter box that taps out clean. In the box: sander, filter box, six discs from 80 to 240 grit. For ' +
      'painters, cabinet shops and rental counters.',
  },
  {
    name: 'DP12 Bench Drill Press',
    image: 'drill-press',
    priceCents: 16800,
    minimum: 5,
    available: 135,
    sku: 'DP12',
    priceBreaks: [
      { from: 20, priceCents: 16125 },
      { from: 50, priceCents: 15285 },
    ],
    description:
      'Bench drill press for repeat holes in steel and hardwood. 2/3 hp (500 W) induction motor, five belt speeds ' +
      'from 580 to 2,650 rpm, 12 in. (305 mm) swing, 5/8 in. (16 mm) chuck. Round slotted table raised by crank, ' +
      'three-arm feed, depth stop and a separate stop button. In the box: head, column, table, base, chuck, ' +
      'hardware. For metal shops and classrooms.',
  },
  {
    name: '63-Piece Socket Set',
    image: 'socket-set',
    priceCents: 3975,
    minimum: 12,
    available: 7,
    sku: 'SS-63',
    priceBreaks: [
      { from: 48, priceCents: 3815 },
      { from: 120, priceCents: 3615 },
    ],
    description:
      'Sixty-three pieces in a hinged case with orange latches: 22 standard sockets, two deep sockets, a 3/8 in. ' +
      'reversing ratchet, two extension bars, a universal joint and 35 hex-shank bits. Sockets from 1/4 to 1-1/16 ' +
      'in. (6 to 27 mm) in chrome vanadium steel. Every piece has its own pocket in the tray. For garages, fleet ' +
      'workshops and gift seasons at the counter.',
  },
  {
    name: 'Evenline Box Level',
    image: 'spirit-level',
    priceCents: 1325,
    minimum: 36,
    available: 1100,
    sku: 'EBL-600',
    priceBreaks: [
      { from: 144, priceCents: 1270 },
      { from: 360, priceCents: 1205 },
    ],
    description:
      'Box-section level for masons, tilers and cabinet fitters. 16 in. (400 mm) aluminum body with milled edges, ' +
      'one level vial readable from above and two plumb vials, accurate to 0.029 degrees (0.5 mm/m). Two hand ' +
      'holes and shock-absorbing rubber end caps. The red face wipes clean of mortar. Packed singly in a sleeve, ' +
      '12 to a carton. For masonry suppliers and tile shops.',
  },
  {
    name: 'Turnbase Bench Vise',
    image: 'bench-vise',
    priceCents: 7240,
    minimum: 6,
    available: 180,
    sku: 'TBV-125',
    priceBreaks: [
      { from: 24, priceCents: 6950 },
      { from: 60, priceCents: 6585 },
    ],
    description:
      'Cast iron bench vise on a swivel base that locks with a side lever. 5 in. (125 mm) jaws with serrated, ' +
      'replaceable steel plates, 5 in. (125 mm) opening, anvil pad at the back and a ball-ended steel handle. ' +
      'Weighs 31 lb (14 kg). In the box: vise and mounting bolts. For garages, school benches and maintenance ' +
      'departments.',
  },
  {
    name: 'Circular Saw',
    image: 'circular-saw',
    priceCents: 12900,
    minimum: 8,
    available: 640,
    sku: 'CS-185',
    priceBreaks: [
      { from: 32, priceCents: 12380 },
      { from: 80, priceCents: 11735 },
    ],
    description:
      'Corded circular saw for framing lumber, plywood and decking. 15 A (1,800 W) motor, 5,500 rpm, 7-1/4 in. ' +
      '(184 mm) carbide-tipped blade. Cuts 2-1/2 in. (64 mm) deep square and 1-3/4 in. (45 mm) at 45 degrees; the ' +
      'bevel locks with one wing screw. Steel base, two rubber grips, lock-off button. In the box: saw, blade, ' +
      'blade wrench. For framers and lumber yards.',
  },
  {
    name: 'Longgrain Claw Hammer',
    image: 'claw-hammer',
    priceCents: 985,
    minimum: 40,
    available: 1850,
    sku: 'LCH-16',
    increment: 20,
    unitLabel: 'carton of 20',
    priceBreaks: [
      { from: 160, priceCents: 945 },
      { from: 400, priceCents: 895 },
    ],
    description:
      'Curved claw hammer for framing and general carpentry. 16 oz (450 g) forged head, polished all over, with a ' +
      'smooth face for finish work. Straight-grained ash handle, 13 in. (330 mm), with a teal dipped grip. Packed ' +
      '20 to a carton, each with a hang tag. For hardware stores and contractor counters.',
  },
  {
    name: 'AG45 Angle Grinder',
    image: 'angle-grinder',
    priceCents: 4680,
    minimum: 10,
    available: 960,
    sku: 'AG45-115',
    priceBreaks: [
      { from: 40, priceCents: 4490 },
      { from: 100, priceCents: 4255 },
    ],
    description:
      'Corded angle grinder for blending welds, rust and edges. 7.5 A (900 W) motor, 11,000 rpm, 5/8-11 spindle, ' +
      '4-1/2 in. (115 mm) wheel. Slide switch with a lock button, ribbed body grip, steel guard and a side handle ' +
      'that fits left or right. In the box: grinder, guard, handle, 60-grit flap disc as shown, pin wrench. For ' +
      'fabricators, auto shops and farm stores.',
  },
  {
    name: 'BG8 Twin-Wheel Bench Grinder',
    image: 'bench-grinder',
    priceCents: 8450,
    minimum: 5,
    available: 0,
    sku: 'BG8',
    priceBreaks: [
      { from: 20, priceCents: 8110 },
      { from: 50, priceCents: 7690 },
    ],
    description:
      'Bench grinder for sharpening and deburring. 3/4 hp (560 W) induction motor, 3,450 rpm, 8 x 1 in. (200 x 25 ' +
      'mm) wheels: one 36 grit for shaping, one 80 grit for edges. Clear eye shields, spark plates, adjustable ' +
      'tool rests, rubber feet and green and red push buttons. In the box: grinder, both wheels, shields, rests, ' +
      'wrench. For machine shops and tool rooms.',
  },
  {
    name: 'Widejaw Adjustable Wrench',
    image: 'adjustable-wrench',
    priceCents: 1135,
    minimum: 40,
    available: 1500,
    sku: 'WAW-10',
    increment: 20,
    unitLabel: 'carton of 20',
    priceBreaks: [
      { from: 160, priceCents: 1090 },
      { from: 400, priceCents: 1030 },
    ],
    description:
      'Adjustable wrench for plumbing, machine and field work. 10 in. (250 mm) forged chrome vanadium body, ' +
      'polished, with a jaw that opens to 1-1/4 in. (32 mm) and a scale etched on the head. Teal and black grip ' +
      'with a hanging hole. Packed 20 to a carton. For plumbers and fleet garages.',
  },
  {
    name: 'Trio Screwdriver Set',
    image: 'screwdriver-set',
    priceCents: 895,
    minimum: 48,
    available: 2150,
    sku: 'TSS-3',
    increment: 24,
    unitLabel: 'carton of 24',
    priceBreaks: [
      { from: 192, priceCents: 855 },
      { from: 480, priceCents: 810 },
    ],
    description:
      'Three screwdrivers for the everyday sizes: 3/16 in. (5 mm) slotted, No. 2 cross and 5/16 in. (8 mm) ' +
      'slotted. Chrome vanadium shafts with black oxide tips and a hex bolster that takes a wrench on tight ' +
      'screws. Red and black handles with a soft, fluted grip. One carded set of three, 24 sets to a carton. For ' +
      'hardware stores and van stock.',
  },
  {
    name: 'Broadtooth Hand Saw',
    image: 'hand-saw',
    priceCents: 1460,
    minimum: 30,
    available: 1200,
    sku: 'BHS-22',
    priceBreaks: [
      { from: 120, priceCents: 1400 },
      { from: 300, priceCents: 1325 },
    ],
    description:
      'Traditional hand saw for crosscutting boards and sheet stock. 22 in. (560 mm) taper-ground spring steel ' +
      'blade, 8 teeth per inch, set and sharpened so that it can be filed again. Dark hardwood handle held by four ' +
      'brass screws. Comes with a card tooth guard. For joiners, school workshops and garden centers.',
  },
] as const satisfies readonly SeedTool[]
