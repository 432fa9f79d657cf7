import * as d from './svg.ts'
import { at, circle, curve, ellipse, group, ink, line, mix, path, rect, skin } from './svg.ts'

/** The twelve subjects, each 640 by 360 and without words, so that every language can use them. */
export const covers: Record<string, () => string> = {
  'information-security': () =>
    scene(
      ink.sky,
      mix(ink.sky, ink.blue, 0.16),
      ink.navy,
      // laptop
      rect(168, 84, 304, 196, ink.navy, 16) +
        rect(182, 98, 276, 166, ink.white, 6) +
        rect(182, 98, 276, 24, ink.mist, 6) +
        circle(196, 110, 4.5, ink.coral) +
        circle(211, 110, 4.5, ink.amber) +
        circle(226, 110, 4.5, ink.leaf) +
        rect(248, 104, 190, 12, ink.white, 6) +
        path('M132 280 L508 280 L524 304 Q524 312 512 312 L128 312 Q116 312 116 304 Z', ink.slate) +
        rect(272, 280, 96, 10, ink.navy, 5) +
        d.shield(320, 192, 1.02) +
        d.padlock(320, 186, 0.78) +
        rect(196, 140, 56, 9, ink.mist, 4) +
        rect(196, 158, 42, 9, ink.mist, 4) +
        rect(196, 176, 50, 9, ink.mist, 4) +
        rect(388, 140, 56, 9, ink.mist, 4) +
        rect(402, 158, 42, 9, ink.mist, 4) +
        rect(394, 176, 50, 9, ink.mist, 4) +
        // the hook that tries
        curve('M548 0 L548 112', ink.slate, 3) +
        at(548, 150, d.envelope(0, 0, 0.72), 1, -8) +
        curve('M548 112 L548 190 A20 20 0 0 1 508 190 L508 180', ink.slate, 6) +
        line('500,190 508,178 516,189', ink.slate, 5) +
        circle(548, 110, 6, 'none', { stroke: ink.slate, 'stroke-width': 4 }) +
        // key
        at(
          92,
          186,
          circle(0, -26, 22, ink.amber) +
            circle(0, -26, 9, mix(ink.sky, ink.blue, 0.16)) +
            rect(-5, -6, 10, 62, ink.amber, 3) +
            rect(5, 30, 16, 9, ink.amber, 2) +
            rect(5, 46, 12, 9, ink.amber, 2),
          1,
          24,
        ),
    ),

  'fire-safety': () =>
    scene(
      ink.blush,
      mix(ink.blush, ink.coral, 0.2),
      mix(ink.coral, ink.navy, 0.55),
      // exit sign
      rect(62, 60, 158, 84, ink.leaf, 10) +
        rect(68, 66, 146, 72, 'none', 6, { stroke: ink.white, 'stroke-width': 3 }) +
        group(
          circle(118, 80, 7, ink.white) +
            line('116,94 108,112', ink.white, 10) +
            line('116,94 130,100 138,94', ink.white, 6) +
            line('114,94 100,98 96,108', ink.white, 6) +
            line('108,112 120,120 118,132', ink.white, 7) +
            line('108,112 100,124 86,124', ink.white, 7),
        ) +
        path('M156 78 L196 78 L196 130 L156 130 Z', ink.white) +
        path('M156 78 L184 86 L184 136 L156 130 Z', mix(ink.leaf, '#ffffff', 0.6)) +
        // extinguisher
        ellipse(330, 318, 70, 10, '#000', { 'fill-opacity': 0.14 }) +
        rect(278, 128, 104, 190, ink.coral, 34) +
        path(
          'M278 162 L278 284 Q278 318 312 318 L318 318 Q300 300 300 270 L300 150 Q304 134 312 128 Q278 130 278 162 Z',
          mix(ink.coral, '#000000', 0.12),
        ) +
        rect(294, 186, 72, 84, ink.cream, 8) +
        d.flame(330, 236, 0.56) +
        rect(312, 98, 36, 34, ink.slate, 6) +
        rect(300, 88, 60, 16, ink.navy, 6) +
        line('306,82 372,62', ink.navy, 12) +
        line('340,92 386,84', ink.navy, 10) +
        circle(352, 112, 9, ink.amber) +
        curve('M300 100 C254 104 246 140 248 196 C250 230 244 244 234 262', ink.navy, 11) +
        path('M240 250 L222 244 L204 288 L232 298 Z', ink.navy) +
        // fire
        d.flame(492, 262, 1.42) +
        d.flame(560, 290, 0.74) +
        d.flame(430, 294, 0.62) +
        rect(404, 314, 184, 12, mix(ink.wood, '#000000', 0.35), 6) +
        rect(424, 300, 150, 14, mix(ink.wood, '#000000', 0.2), 7) +
        // alarm
        circle(548, 92, 34, ink.coral) +
        circle(548, 92, 24, mix(ink.coral, '#ffffff', 0.2)) +
        circle(548, 92, 9, ink.white) +
        curve('M500 70 Q490 92 500 114', ink.coral, 5) +
        curve('M596 70 Q606 92 596 114', ink.coral, 5),
    ),

  'food-hygiene': () =>
    scene(
      ink.lime,
      mix(ink.lime, ink.leaf, 0.22),
      mix(ink.leaf, ink.navy, 0.5),
      // tiles
      grid(0, 0, 640, 236, 64, mix(ink.lime, '#ffffff', 0.35)) +
        rect(0, 270, 640, 90, mix(ink.leaf, ink.navy, 0.62)) +
        rect(0, 262, 640, 14, ink.cream) +
        // board
        at(
          288,
          258,
          path('M-170 -6 L170 -6 Q182 -6 182 4 L182 14 L-182 14 L-182 4 Q-182 -6 -170 -6 Z', ink.wood) +
            path('M-182 14 L182 14 L182 20 Q182 26 172 26 L-172 26 Q-182 26 -182 20 Z', mix(ink.wood, '#000000', 0.18)),
        ) +
        // tomatoes and leaves
        circle(192, 214, 38, ink.coral) +
        circle(180, 202, 9, mix(ink.coral, '#ffffff', 0.35)) +
        path(
          'M192 176 L200 188 L214 182 L204 194 L214 202 L198 198 L192 208 L186 198 L170 202 L180 194 L170 182 L184 188 Z',
          ink.leaf,
        ) +
        path('M250 252 A44 44 0 0 1 338 252 Z', ink.coral) +
        path('M258 252 A36 36 0 0 1 330 252 Z', mix(ink.coral, '#ffffff', 0.3)) +
        ellipse(282, 238, 5, 8, ink.honey) +
        ellipse(306, 238, 5, 8, ink.honey) +
        ellipse(294, 228, 5, 7, ink.honey) +
        path('M352 252 C352 214 388 196 420 206 C424 236 404 256 352 252 Z', mix(ink.leaf, '#ffffff', 0.12)) +
        curve('M356 250 C376 232 396 220 414 212', ink.lime, 3) +
        // knife
        at(
          516,
          250,
          path('M-26 -2 L96 -24 C108 -26 112 -12 100 -6 L90 4 L-26 4 Z', ink.mist) +
            rect(-104, -6, 82, 15, ink.navy, 6) +
            circle(-80, 1.5, 2.5, ink.mist) +
            circle(-56, 1.5, 2.5, ink.mist),
          0.86,
          4,
        ) +
        // thermometer probe
        at(
          500,
          120,
          rect(-40, -64, 80, 62, ink.navy, 12) +
            rect(-30, -54, 60, 34, mix(ink.lime, '#ffffff', 0.5), 5) +
            d.text(0, -29, '75°', { size: 26, weight: 800, anchor: 'middle' }) +
            circle(-14, -10, 4, ink.amber) +
            circle(14, -10, 4, ink.coral) +
            path('M-7 -2 L7 -2 L4 92 L0 104 L-4 92 Z', ink.steel),
          1,
          14,
        ) +
        // tap and drops
        path(
          'M44 0 L44 66 Q44 96 74 96 L96 96 Q112 96 112 112 L112 126 L88 126 L88 120 L72 120 Q20 120 20 68 L20 0 Z',
          ink.steel,
        ) +
        rect(82, 124, 36, 10, ink.slate, 4) +
        drop(100, 158, 1) +
        drop(100, 196, 0.8) +
        // bubbles
        circle(62, 214, 20, ink.white, { 'fill-opacity': 0.8 }) +
        circle(92, 232, 26, ink.white, { 'fill-opacity': 0.8 }) +
        circle(124, 224, 16, ink.white, { 'fill-opacity': 0.8 }) +
        circle(56, 242, 18, ink.white, { 'fill-opacity': 0.8 }) +
        // wheel of checked date
        rect(272, 60, 118, 92, ink.white, 10) +
        rect(272, 60, 118, 26, ink.coral, 10) +
        rect(272, 76, 118, 10, ink.coral) +
        rect(292, 48, 8, 24, ink.slate, 4) +
        rect(362, 48, 8, 24, ink.slate, 4) +
        d.tick(331, 119, 0.95),
    ),

  'giving-feedback': () =>
    scene(
      ink.honey,
      mix(ink.honey, ink.amber, 0.32),
      mix(ink.amber, ink.navy, 0.62),
      d.speech(84, 40, 216, 104, ink.white, 'left') +
        rect(110, 66, 150, 12, ink.teal, 6) +
        rect(110, 88, 116, 12, ink.mint, 6) +
        rect(110, 110, 136, 12, ink.mint, 6) +
        d.speech(344, 64, 208, 96, ink.teal, 'right') +
        d.star(402, 112, 1.05) +
        d.star(450, 112, 1.05) +
        d.star(498, 112, 1.05) +
        d.bust(
          174,
          220,
          { skin: skin.brown, hair: 'curly', hairColour: '#2a1a12', shirt: ink.white, jacket: ink.plum },
          1.36,
          'smile',
          140,
        ) +
        d.bust(
          466,
          220,
          { skin: skin.light, hair: 'bob', hairColour: '#a5522c', shirt: ink.blue },
          1.36,
          'smile',
          140,
        ) +
        curve('M284 236 C304 222 336 222 356 236', ink.navy, 5, { 'stroke-dasharray': '2 14' }) +
        curve('M356 268 C336 282 304 282 284 268', ink.navy, 5, { 'stroke-dasharray': '2 14' }),
    ),

  'using-learnt': () =>
    scene(
      ink.sea,
      ink.mint,
      mix(ink.teal, ink.navy, 0.5),
      rect(96, 52, 448, 262, '#000', 16, { 'fill-opacity': 0.1 }) +
        rect(90, 44, 460, 262, ink.white, 16) +
        path('M90 60 Q90 44 106 44 L176 44 L176 306 L106 306 Q90 306 90 290 Z', ink.navy) +
        rect(176, 44, 374, 34, ink.mist, 0) +
        path('M534 44 Q550 44 550 60 L550 78 L520 78 L520 44 Z', ink.mist) +
        circle(132, 72, 15, ink.teal) +
        path('M125 72 L131 78 L141 66', 'none', {
          stroke: ink.white,
          'stroke-width': 4,
          'stroke-linecap': 'round',
          'stroke-linejoin': 'round',
        }) +
        rect(106, 110, 56, 11, ink.teal, 5) +
        rect(106, 134, 48, 9, ink.slate, 4) +
        rect(106, 156, 54, 9, ink.slate, 4) +
        rect(106, 178, 42, 9, ink.slate, 4) +
        rect(106, 200, 50, 9, ink.slate, 4) +
        rect(196, 54, 130, 14, ink.white, 7) +
        circle(526, 61, 10, ink.amber) +
        // resume card
        rect(196, 94, 334, 88, ink.teal, 12) +
        circle(246, 138, 26, ink.white) +
        path('M238 124 L262 138 L238 152 Z', ink.teal) +
        rect(290, 114, 180, 14, ink.white, 7) +
        rect(290, 138, 120, 10, mix(ink.teal, '#ffffff', 0.55), 5) +
        rect(290, 158, 216, 9, mix(ink.teal, '#000000', 0.25), 4) +
        rect(290, 158, 140, 9, ink.amber, 4) +
        card(196, ink.blush, ink.coral, 1) +
        card(312, ink.lilac, ink.plum, 0.6) +
        card(428, ink.honey, ink.amber, 0.3) +
        // pointer
        at(
          486,
          250,
          path('M0 0 L0 60 L14 48 L24 72 L36 67 L26 44 L44 42 Z', ink.navy, {
            stroke: ink.white,
            'stroke-width': 4,
            'stroke-linejoin': 'round',
          }),
          1.05,
        ) +
        d.plant(592, 292, 0.72),
    ),

  'data-protection': () =>
    scene(
      ink.lilac,
      mix(ink.lilac, ink.plum, 0.2),
      mix(ink.plum, ink.navy, 0.5),
      // cabinet
      rect(70, 96, 150, 222, ink.slate, 10) +
        drawer(84, 110) +
        drawer(84, 180) +
        drawer(84, 250) +
        // id card
        at(
          356,
          186,
          rect(-138, -92, 276, 184, ink.white, 16) +
            rect(-138, -92, 276, 44, ink.plum, 16) +
            rect(-138, -66, 276, 20, ink.plum) +
            rect(-26, -82, 52, 10, ink.white, 5) +
            rect(-118, -30, 84, 100, ink.lilac, 10) +
            group(
              d.bust(-76, 8, { skin: skin.tan, hair: 'hijab', hairColour: ink.teal, shirt: ink.slate }, 0.62),
              undefined,
            ) +
            rect(-14, -26, 130, 13, ink.navy, 6) +
            rect(-14, -2, 96, 11, ink.mist, 5) +
            rect(-14, 20, 116, 11, ink.mist, 5) +
            rect(-14, 42, 76, 11, ink.mist, 5),
          1,
          -5,
        ) +
        // veil over the data
        d.shield(500, 234, 1.28, ink.amber, mix(ink.amber, '#ffffff', 0.25)) +
        d.padlock(500, 226, 1, ink.navy) +
        circle(500, 241, 7, ink.amber) +
        rect(497, 243, 6, 16, ink.amber, 3) +
        // floating records
        record(286, 66, ink.teal, 8) +
        record(430, 46, ink.coral, -6) +
        record(560, 92, ink.blue, 10),
    ),

  'manual-handling': () =>
    scene(
      '#e7eef4',
      mix('#e7eef4', ink.blue, 0.2),
      mix(ink.blue, ink.navy, 0.58),
      // shelf
      rect(452, 92, 12, 226, ink.slate, 3) +
        rect(606, 92, 12, 226, ink.slate, 3) +
        rect(444, 168, 182, 12, ink.slate, 4) +
        rect(444, 252, 182, 12, ink.slate, 4) +
        box(472, 106, 60, 62, ink.wood) +
        box(540, 122, 56, 46, mix(ink.wood, '#ffffff', 0.2)) +
        box(476, 196, 78, 56, mix(ink.wood, '#ffffff', 0.12)) +
        box(564, 210, 40, 42, ink.wood) +
        box(478, 274, 120, 44, mix(ink.wood, '#000000', 0.08)) +
        // wrong, small and crossed out
        circle(112, 128, 76, ink.white) +
        at(
          112,
          132,
          d.figure(
            {
              head: [26, -18],
              shoulder: [8, -14],
              hip: [-38, -22],
              knee: [-36, 10],
              foot: [-38, 44],
              elbow: [16, 10],
              hand: [24, 30],
            },
            {
              skin: skin.light,
              hair: 'short',
              hairColour: '#6b4a2f',
              shirt: ink.steel,
              trousers: ink.slate,
              thick: 0.62,
            },
          ) + box(14, 28, 34, 24, ink.wood),
        ) +
        d.cross(172, 74, 0.95) +
        // right, large
        ellipse(310, 320, 110, 9, '#000', { 'fill-opacity': 0.14 }) +
        d.figure(
          {
            head: [262, 92],
            shoulder: [256, 140],
            hip: [238, 214],
            knee: [290, 246],
            foot: [262, 304],
            farKnee: [268, 262],
            farFoot: [228, 304],
            elbow: [286, 188],
            hand: [336, 196],
            farElbow: [300, 180],
            farHand: [340, 180],
          },
          { skin: skin.brown, hair: 'short', hairColour: '#241510', shirt: ink.amber, trousers: ink.navy, thick: 1.3 },
        ) +
        box(316, 158, 92, 78, ink.wood) +
        line('236,206 268,212 280,152', 'none', 0) +
        d.arrow(424, 246, 424, 166, ink.leaf, 7, 18) +
        d.tick(388, 92, 1.15),
    ),

  'first-aid-basics': () =>
    scene(
      '#e1f1e8',
      mix('#e1f1e8', ink.leaf, 0.24),
      mix(ink.leaf, ink.navy, 0.55),
      // heart and trace
      path(
        'M474 118 C446 70 376 84 380 144 C384 192 440 220 474 252 C508 220 564 192 568 144 C572 84 502 70 474 118 Z',
        ink.coral,
      ) +
        path('M474 118 C502 70 572 84 568 144 C564 192 508 220 474 252 Z', mix(ink.coral, '#ffffff', 0.14)) +
        line('366,164 430,164 446,134 466,198 486,120 502,164 584,164', ink.white, 8) +
        // bag
        rect(150, 96, 108, 44, 'none', 18, { stroke: ink.navy, 'stroke-width': 14 }) +
        rect(76, 122, 258, 190, mix(ink.leaf, '#000000', 0.05), 24) +
        rect(76, 122, 258, 52, mix(ink.leaf, '#000000', 0.2), 24) +
        rect(76, 150, 258, 24, mix(ink.leaf, '#000000', 0.2)) +
        rect(186, 160, 38, 28, ink.honey, 6) +
        circle(205, 238, 50, ink.white) +
        path(
          'M192 204 L218 204 L218 225 L239 225 L239 251 L218 251 L218 272 L192 272 L192 251 L171 251 L171 225 L192 225 Z',
          ink.leaf,
        ) +
        // plaster
        at(
          430,
          292,
          rect(-62, -19, 124, 38, ink.sand, 19) +
            rect(-22, -19, 44, 38, mix(ink.sand, ink.wood, 0.35)) +
            dots(-14, -10, 3, 3, 12, 9, ink.wood),
          1,
          -10,
        ) +
        // bandage roll
        circle(566, 282, 34, ink.white) +
        circle(566, 282, 34, 'none', { stroke: ink.steel, 'stroke-width': 3 }) +
        curve('M566 282 m-12 0 a12 12 0 1 1 12 12 a20 20 0 0 1 -20 -20', ink.steel, 3) +
        path('M566 316 L618 316 L618 304 L586 304 Z', ink.white),
    ),

  'equality-and-inclusion': () =>
    scene(
      ink.cream,
      mix(ink.cream, ink.amber, 0.26),
      mix(ink.plum, ink.navy, 0.35),
      ring(320, 176, [ink.coral, ink.amber, ink.leaf, ink.teal, ink.blue, ink.plum]) +
        d.bust(
          148,
          164,
          { skin: skin.deep, hair: 'bun', hairColour: '#1d120d', shirt: ink.coral },
          1.06,
          'smile',
          180,
        ) +
        d.bust(
          492,
          164,
          { skin: skin.light, hair: 'beard', hairColour: '#b5652f', shirt: ink.blue },
          1.06,
          'smile',
          180,
        ) +
        d.bust(
          244,
          148,
          { skin: skin.honey, hair: 'turban', hairColour: ink.teal, shirt: ink.white, jacket: ink.slate },
          1.12,
          'smile',
          180,
        ) +
        d.bust(398, 148, { skin: skin.tan, hair: 'long', hairColour: '#20140f', shirt: ink.leaf }, 1.12, 'smile', 180) +
        d.bust(76, 216, { skin: skin.light, hair: 'bald', shirt: ink.plum }, 1.1, 'smile', 180) +
        d.bust(
          566,
          216,
          { skin: skin.brown, hair: 'curly', hairColour: '#3a2417', shirt: ink.amber },
          1.1,
          'smile',
          180,
        ) +
        d.bust(
          194,
          224,
          { skin: skin.honey, hair: 'bob', hairColour: '#94a0a8', shirt: ink.blue },
          1.18,
          'smile',
          180,
        ) +
        d.bust(
          448,
          224,
          { skin: skin.deep, hair: 'short', hairColour: '#17100c', shirt: ink.teal },
          1.18,
          'smile',
          180,
        ) +
        d.bust(320, 214, { skin: skin.tan, hair: 'hijab', hairColour: ink.plum, shirt: ink.coral }, 1.28, 'smile', 180),
    ),

  'safe-remote-working': () =>
    scene(
      '#e9e6f4',
      mix('#e9e6f4', ink.blue, 0.16),
      mix(ink.blue, ink.navy, 0.62),
      // window
      rect(64, 40, 148, 152, ink.white, 10) +
        rect(74, 50, 128, 132, ink.sky, 4) +
        circle(168, 86, 20, ink.amber) +
        d.cloud(116, 124, 0.62, ink.white) +
        path('M74 166 Q108 138 138 160 Q168 142 202 168 L202 182 L74 182 Z', ink.leaf) +
        rect(134, 50, 8, 132, ink.white) +
        rect(54, 190, 168, 12, ink.white, 5) +
        // lamp
        line('548,274 548,200 500,142', ink.navy, 7) +
        path('M470 128 L512 104 L532 150 L486 164 Z', ink.amber) +
        path('M486 164 L532 150 L500 250 L420 250 Z', ink.honey, { 'fill-opacity': 0.55 }) +
        rect(516, 268, 64, 10, ink.navy, 5) +
        // desk
        rect(196, 276, 408, 16, ink.wood, 5) +
        rect(220, 292, 14, 46, mix(ink.wood, '#000000', 0.25)) +
        rect(566, 292, 14, 46, mix(ink.wood, '#000000', 0.25)) +
        // laptop on books, screen at eye height
        rect(338, 252, 130, 12, ink.coral, 3) +
        rect(346, 264, 118, 12, ink.teal, 3) +
        rect(330, 150, 144, 96, ink.navy, 8) +
        rect(338, 158, 128, 80, ink.white, 3) +
        d.bust(372, 186, { skin: skin.tan, hair: 'long', hairColour: '#2b1a12', shirt: ink.plum }, 0.46) +
        d.bust(432, 186, { skin: skin.deep, hair: 'short', hairColour: '#17100c', shirt: ink.amber }, 0.46) +
        rect(338, 226, 128, 12, ink.white) +
        rect(322, 246, 160, 8, ink.slate, 4) +
        d.padlock(402, 222, 0.34) +
        // person at the desk, from behind at the left
        rect(150, 214, 86, 96, ink.slate, 24) +
        rect(186, 306, 14, 32, ink.navy) +
        ellipse(193, 338, 44, 7, ink.navy) +
        line('212,236 262,262 306,268', mix(ink.teal, '#ffffff', 0.1), 22) +
        circle(312, 268, 11, skin.honey) +
        path('M156 300 C152 240 164 214 196 212 C228 214 240 240 238 300 Z', ink.teal) +
        at(202, 172, d.head({ skin: skin.honey, hair: 'bun', hairColour: '#4b2d1b', shirt: ink.teal }, 'none'), 1.24) +
        curve('M172 172 C170 132 234 132 232 172', ink.navy, 7) +
        rect(222, 164, 18, 30, ink.navy, 8) +
        // mug and plant
        rect(268, 244, 30, 32, ink.white, 5) +
        curve('M298 250 Q312 258 298 268', ink.white, 5) +
        d.plant(606, 240, 0.66),
    ),

  'customer-conversations': () =>
    scene(
      ink.sea,
      mix(ink.sea, ink.teal, 0.24),
      mix(ink.teal, ink.navy, 0.55),
      d.speech(42, 58, 178, 96, ink.white, 'right') +
        path(
          'M131 128 C104 108 94 96 98 84 C103 70 124 70 131 86 C138 70 159 70 164 84 C168 96 158 108 131 128 Z',
          ink.coral,
        ) +
        d.speech(428, 40, 168, 92, ink.navy, 'left') +
        circle(476, 86, 8, ink.white) +
        circle(512, 86, 8, ink.white) +
        circle(548, 86, 8, ink.white) +
        d.bust(
          320,
          178,
          { skin: skin.brown, hair: 'long', hairColour: '#23150e', shirt: ink.white, jacket: ink.teal },
          1.52,
          'smile',
          120,
        ) +
        curve('M286 168 C284 116 356 116 354 168', ink.navy, 8) +
        rect(276, 160, 20, 36, ink.navy, 9) +
        rect(344, 160, 20, 36, ink.navy, 9) +
        curve('M354 192 C354 214 342 216 332 212', ink.navy, 5) +
        circle(330, 212, 6, ink.amber) +
        // counter and bell
        rect(0, 304, 640, 56, mix(ink.wood, '#000000', 0.1)) +
        rect(0, 296, 640, 16, ink.wood) +
        path('M470 288 A50 50 0 0 1 570 288 Z', ink.amber) +
        path('M486 284 A34 34 0 0 1 512 250', 'none', {
          stroke: ink.honey,
          'stroke-width': 6,
          'stroke-linecap': 'round',
        }) +
        rect(460, 286, 120, 12, ink.navy, 6) +
        rect(512, 226, 16, 14, ink.navy, 4) +
        curve('M470 216 L456 204', ink.amber, 5) +
        curve('M570 216 L584 204', ink.amber, 5) +
        curve('M520 208 L520 192', ink.amber, 5) +
        d.star(104, 250, 0.9) +
        d.star(152, 250, 0.9) +
        d.star(200, 250, 0.9),
    ),

  'new-manager-essentials': () =>
    scene(
      ink.blush,
      mix(ink.blush, ink.amber, 0.3),
      mix(ink.coral, ink.navy, 0.66),
      circle(494, 128, 62, ink.amber, { 'fill-opacity': 0.55 }) +
        // steps
        step(70, 286, ink.plum) +
        step(188, 250, mix(ink.plum, ink.blue, 0.4)) +
        step(306, 214, ink.blue) +
        step(424, 178, ink.teal) +
        // flag
        rect(514, 48, 7, 130, ink.navy, 3) +
        path('M521 52 C546 40 566 66 598 52 L598 100 C566 114 546 88 521 100 Z', ink.coral) +
        // climber
        d.figure(
          {
            head: [400, 66],
            shoulder: [392, 106],
            hip: [380, 152],
            knee: [410, 160],
            foot: [432, 172],
            farKnee: [368, 182],
            farFoot: [346, 208],
            elbow: [418, 118],
            hand: [440, 98],
            farElbow: [368, 128],
            farHand: [352, 146],
          },
          { skin: skin.honey, hair: 'bun', hairColour: '#2b1a12', shirt: ink.teal, trousers: ink.navy, thick: 0.92 },
        ) +
        // colleagues
        d.figure(
          {
            head: [244, 128],
            shoulder: [238, 166],
            hip: [232, 206],
            knee: [246, 226],
            foot: [240, 246],
            farKnee: [228, 228],
            farFoot: [214, 246],
            elbow: [258, 186],
            hand: [276, 176],
          },
          { skin: skin.deep, hair: 'short', hairColour: '#17100c', shirt: ink.amber, trousers: ink.slate, thick: 0.82 },
        ) +
        d.figure(
          {
            head: [126, 164],
            shoulder: [122, 202],
            hip: [118, 242],
            knee: [132, 262],
            foot: [124, 282],
            farKnee: [114, 264],
            farFoot: [100, 282],
            elbow: [140, 222],
            hand: [158, 212],
          },
          { skin: skin.light, hair: 'bob', hairColour: '#8a4a26', shirt: ink.coral, trousers: ink.slate, thick: 0.82 },
        ) +
        d.cloud(96, 74, 0.9, mix(ink.blush, '#ffffff', 0.6)) +
        d.cloud(286, 58, 0.66, mix(ink.blush, '#ffffff', 0.6)),
    ),

  'new-starter-bundle': () =>
    scene(
      ink.sky,
      mix(ink.sky, ink.teal, 0.2),
      mix(ink.blue, ink.navy, 0.6),
      stack(200, ink.coral, ink.amber, ink.teal) +
        d.bust(
          452,
          186,
          { skin: skin.tan, hair: 'bob', hairColour: '#2b1a12', shirt: ink.white, jacket: ink.navy },
          1.5,
          'smile',
          130,
        ) +
        line('440,246 452,296 464,246', ink.coral, 4) +
        rect(432, 294, 40, 52, ink.amber, 6) +
        circle(452, 312, 8, ink.white) +
        rect(440, 324, 24, 5, ink.white, 2) +
        rect(440, 333, 24, 5, ink.white, 2) +
        d.tick(556, 96, 1.5),
    ),

  'hospitality-bundle': () =>
    scene(
      ink.cream,
      mix(ink.cream, ink.coral, 0.24),
      mix(ink.wood, ink.navy, 0.6),
      stack(196, ink.leaf, ink.blue, ink.coral) +
        // cloche
        ellipse(464, 298, 130, 14, ink.slate) +
        path('M356 288 A108 108 0 0 1 572 288 Z', ink.steel) +
        path('M384 276 A84 84 0 0 1 440 204', 'none', {
          stroke: ink.white,
          'stroke-width': 9,
          'stroke-linecap': 'round',
          'stroke-opacity': 0.7,
        }) +
        circle(464, 172, 13, ink.slate) +
        curve('M404 140 C396 124 412 116 404 98', ink.amber, 6) +
        curve('M464 136 C456 120 472 112 464 94', ink.amber, 6) +
        curve('M524 140 C516 124 532 116 524 98', ink.amber, 6),
    ),
}

function scene(back: string, blob: string, ground: string, inside: string): string {
  return (
    rect(0, 0, 640, 360, back) +
    path('M70 330 C10 250 30 110 120 70 C200 34 250 74 330 44 C430 6 560 30 604 130 C644 220 600 300 560 334 Z', blob) +
    rect(0, 318, 640, 42, ground) +
    inside
  )
}

function grid(x: number, y: number, width: number, height: number, gap: number, colour: string): string {
  let lines = ''
  for (let across = x + gap; across < x + width; across += gap) lines += rect(across - 1, y, 2, height, colour)
  for (let down = y + gap / 2; down < y + height; down += gap) lines += rect(x, down - 1, width, 2, colour)
  return lines
}

function drop(x: number, y: number, scale: number): string {
  return at(x, y, path('M0 -18 C8 -4 12 2 12 8 A12 12 0 0 1 -12 8 C-12 2 -8 -4 0 -18 Z', ink.blue), scale)
}

function card(x: number, back: string, front: string, share: number): string {
  return (
    rect(x, 196, 102, 94, ink.mist, 9) +
    rect(x, 196, 102, 50, back, 9) +
    circle(x + 51, 221, 15, front) +
    rect(x + 10, 256, 66, 8, ink.slate, 4) +
    rect(x + 10, 273, 82, 7, ink.white, 3) +
    rect(x + 10, 273, 82 * share, 7, front, 3)
  )
}

function drawer(x: number, y: number): string {
  return (
    rect(x, y, 122, 60, mix(ink.slate, '#ffffff', 0.16), 6) +
    rect(x + 38, y + 12, 46, 16, ink.white, 3) +
    rect(x + 44, y + 38, 34, 8, ink.navy, 4)
  )
}

function record(x: number, y: number, colour: string, angle: number): string {
  return at(
    x,
    y,
    rect(-26, -20, 52, 40, ink.white, 6) +
      circle(-12, -2, 7, colour) +
      rect(0, -9, 18, 6, colour, 3) +
      rect(0, 3, 13, 6, ink.mist, 3),
    1,
    angle,
  )
}

function box(x: number, y: number, width: number, height: number, colour: string): string {
  return (
    rect(x, y, width, height, colour, 4) +
    rect(x + width * 0.38, y, width * 0.24, height * 0.42, mix(colour, '#ffffff', 0.4)) +
    rect(x, y + height - 6, width, 6, mix(colour, '#000000', 0.16), 3)
  )
}

function dots(x: number, y: number, columns: number, rows: number, dx: number, dy: number, colour: string): string {
  let all = ''
  for (let i = 0; i < columns; i++) for (let j = 0; j < rows; j++) all += circle(x + i * dx, y + j * dy, 2.2, colour)
  return all
}

function ring(cx: number, cy: number, colours: string[]): string {
  return colours
    .map((colour, index) =>
      circle(cx, cy + 20, 190 - index * 22, 'none', { stroke: colour, 'stroke-width': 22, 'stroke-opacity': 0.55 }),
    )
    .join('')
}

function step(x: number, y: number, colour: string): string {
  return rect(x, y, 130, 360 - y, colour, 6) + rect(x, y, 130, 12, mix(colour, '#ffffff', 0.3), 6)
}

/** A pile of cards that stand for courses. */
function stack(x: number, ...colours: [string, string, string]): string {
  const one = (dx: number, dy: number, angle: number, colour: string, mark: string) =>
    at(
      x + dx,
      186 + dy,
      rect(-92, -108, 184, 216, ink.white, 14) +
        rect(-92, -108, 184, 104, colour, 14) +
        rect(-92, -30, 184, 26, colour) +
        mark +
        rect(-72, 18, 120, 12, ink.slate, 6) +
        rect(-72, 42, 144, 10, ink.mist, 5) +
        rect(-72, 64, 144, 10, ink.mist, 5) +
        rect(-72, 86, 90, 8, colour, 4),
      1,
      angle,
    )
  const play = circle(0, -56, 30, ink.white, { 'fill-opacity': 0.92 }) + path('M-9 -72 L17 -56 L-9 -40 Z', colours[2])
  return one(56, 10, 13, colours[0], '') + one(20, 2, 3, colours[1], '') + one(-22, 6, -8, colours[2], play)
}
