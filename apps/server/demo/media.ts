/** Written by tools/draw-covers.ts and tools/make-media.ts. Paths are relative to `media/`. */
export interface MediaFile {
  mediaType: string
  bytes: number
  sha256: string
  width?: number
  height?: number
  seconds?: number
}

export const mediaFiles = {
  'audio/compression-rhythm.en.vtt': {
    mediaType: 'text/vtt',
    bytes: 103,
    sha256: '5cff25c4944a3abcd3f6d5efe96590901d16459b894bfa8c4759a4384308028f'
  },
  'audio/compression-rhythm.wav': {
    mediaType: 'audio/wav',
    bytes: 144044,
    sha256: 'af50af68285df7069df7c4094ed3eb11f8df335ec4fc4038d7cd42238ac1496d',
    seconds: 18
  },
  'audio/customer-call.en.vtt': {
    mediaType: 'text/vtt',
    bytes: 1488,
    sha256: '05db46cfc28831af8682e5e4a28863ead350b9471b3e8ecc46846a06462139c4'
  },
  'audio/customer-call.mp3': {
    mediaType: 'audio/mpeg',
    bytes: 296277,
    sha256: '3c35290b66e57fb142d59b55d83ebe435a3fe3387e8fad45a75f9085bb7ffaae',
    seconds: 59.2
  },
  'audio/desk-break.en.vtt': {
    mediaType: 'text/vtt',
    bytes: 1319,
    sha256: 'd7fa685b6dc26ab1cbf43e09d336ecfd3867e17e19a8aa03aa6375c29068630c'
  },
  'audio/desk-break.mp3': {
    mediaType: 'audio/mpeg',
    bytes: 386997,
    sha256: 'e36c57905f39a8c5a1c9db39182bab53fcef68ac09c653093e3e8c834ac1fad7',
    seconds: 77.4
  },
  'audio/emergency-call.en.vtt': {
    mediaType: 'text/vtt',
    bytes: 1601,
    sha256: '2d52b62f180eddc48e1dbead4096404282d91ef5966bc826669e2b4c699310cc'
  },
  'audio/emergency-call.mp3': {
    mediaType: 'audio/mpeg',
    bytes: 305397,
    sha256: '442bbc872ed9cd17b0fe4b1a791faf94e6493cc9a473812f33e8154271121ae7',
    seconds: 61
  },
  'audio/feedback-conversation.en.vtt': {
    mediaType: 'text/vtt',
    bytes: 1553,
    sha256: 'de99ec0c0a3ff36f8246804c25c59bf5b21ca5b3cd98d68864a2a3c5130aabc5'
  },
  'audio/feedback-conversation.mp3': {
    mediaType: 'audio/mpeg',
    bytes: 307437,
    sha256: 'c8b929561989c3efb778b5968cb10b1a0fd49803bedca3a0a9d7863d70710381',
    seconds: 61.4
  },
  'covers/customer-conversations.svg': {
    mediaType: 'image/svg+xml',
    bytes: 3972,
    sha256: 'f0608a5e51c2f427906881ebe994bb1e60c889158122fd88a003d65d8afa7515'
  },
  'covers/customer-conversations.webp': {
    mediaType: 'image/webp',
    bytes: 7038,
    sha256: 'a3ca4333edb196fbb60ecf6b452574b36658174c5157c8cf23c0a657a9032808',
    width: 640,
    height: 360
  },
  'covers/data-protection.svg': {
    mediaType: 'image/svg+xml',
    bytes: 4354,
    sha256: '7ca9043b8b1a92d86da5b852e4e9a397c81e08aa0d93ff27d314b75ed4b7e73b'
  },
  'covers/data-protection.webp': {
    mediaType: 'image/webp',
    bytes: 8420,
    sha256: '8ab6e18ea0db446e7347e759a045578336fa5a795ce47d1add4f171fca736308',
    width: 640,
    height: 360
  },
  'covers/equality-and-inclusion.svg': {
    mediaType: 'image/svg+xml',
    bytes: 8606,
    sha256: 'dbfa28645bb3c6977f71a15a15818703e96ff962638aaf63131f929b58d45d81'
  },
  'covers/equality-and-inclusion.webp': {
    mediaType: 'image/webp',
    bytes: 12510,
    sha256: '772f43abbbdcf838f00b67c7512ed041d29c9681764394c1946245059d08b39a',
    width: 640,
    height: 360
  },
  'covers/fire-safety.svg': {
    mediaType: 'image/svg+xml',
    bytes: 4962,
    sha256: '489c8b1c72ff067e32461734ee944258782886011c09541c527cb664d9e4b532'
  },
  'covers/fire-safety.webp': {
    mediaType: 'image/webp',
    bytes: 9054,
    sha256: 'eef8686b6567943227dbc6991064418be2facf4cb0f09948b64f57df9f683bb0',
    width: 640,
    height: 360
  },
  'covers/first-aid-basics.svg': {
    mediaType: 'image/svg+xml',
    bytes: 2396,
    sha256: '4ad90a6fb245767fdf705c18ba27aad9340d2f0cbf5014ff26bd80126a45f186'
  },
  'covers/first-aid-basics.webp': {
    mediaType: 'image/webp',
    bytes: 6948,
    sha256: 'c97ac696b88f11d062c520d773c8726784cce532f81dec6a7a42a0ea098f59eb',
    width: 640,
    height: 360
  },
  'covers/food-hygiene.svg': {
    mediaType: 'image/svg+xml',
    bytes: 4381,
    sha256: '7681079018e2f2f0cbe3d4f51891902fa2579e25486bc5a3d785c745f93724ac'
  },
  'covers/food-hygiene.webp': {
    mediaType: 'image/webp',
    bytes: 9282,
    sha256: 'a28495017c86fcc2817e11a932f39a6b1b3fa06a0836f2b463c2b7e2662c649b',
    width: 640,
    height: 360
  },
  'covers/giving-feedback.svg': {
    mediaType: 'image/svg+xml',
    bytes: 3940,
    sha256: 'd35b1d4e3a769cab33684ddc02a4109ceee2624b29af3cdb5ba93a3d19cd7ec8'
  },
  'covers/giving-feedback.webp': {
    mediaType: 'image/webp',
    bytes: 8314,
    sha256: '78077df57d2c30027e66b88bf78f5e62330e0accc5d2a886fa69ed40dfaa7290',
    width: 640,
    height: 360
  },
  'covers/hospitality-bundle.svg': {
    mediaType: 'image/svg+xml',
    bytes: 2892,
    sha256: '913baf5123811fe0150cf6ea1cd05b4117c5acd6f2d3504aed52b2e826d8322b'
  },
  'covers/hospitality-bundle.webp': {
    mediaType: 'image/webp',
    bytes: 8096,
    sha256: '184d11b2e46e1264a7c04aebfd6ca4164f4f369410019492312e94e34cb499ba',
    width: 640,
    height: 360
  },
  'covers/information-security.svg': {
    mediaType: 'image/svg+xml',
    bytes: 3409,
    sha256: '92539a77fc11b681e1a81561b6d1af8979460f772f69f3e408b6190588e2408f'
  },
  'covers/information-security.webp': {
    mediaType: 'image/webp',
    bytes: 5828,
    sha256: 'f7c9b76654f1343add24bacf4c2f3eb3fea0bed6b287ee60676cfb4ce298884f',
    width: 640,
    height: 360
  },
  'covers/manual-handling.svg': {
    mediaType: 'image/svg+xml',
    bytes: 6166,
    sha256: 'acc8c3eef76b5535cc0b2ab332eedca16a14d96b65bae3ce3b74bab2098b3a4f'
  },
  'covers/manual-handling.webp': {
    mediaType: 'image/webp',
    bytes: 7996,
    sha256: '0dbf354209db1cfd134681db98d645a5748c8d6da9eed0ab3d286317a68b46d6',
    width: 640,
    height: 360
  },
  'covers/new-manager-essentials.svg': {
    mediaType: 'image/svg+xml',
    bytes: 6475,
    sha256: '3a29647d05148d52bf91981de0519e5b53824a23013bed7a540f016b458d908c'
  },
  'covers/new-manager-essentials.webp': {
    mediaType: 'image/webp',
    bytes: 7236,
    sha256: '58dc7a0bcfc1d8871fc80c95784f6ed3a955337109fb2e22a81500187980643c',
    width: 640,
    height: 360
  },
  'covers/new-starter-bundle.svg': {
    mediaType: 'image/svg+xml',
    bytes: 3769,
    sha256: 'd0f18599c4bd982ab05073696a97264917eb092f73740c55cd379f5f29c5351d'
  },
  'covers/new-starter-bundle.webp': {
    mediaType: 'image/webp',
    bytes: 10100,
    sha256: 'f2fbb9a941be0b7538ea2176502b9f1947fe92f79debe97aeb4f7a4f89d2ac21',
    width: 640,
    height: 360
  },
  'covers/safe-remote-working.svg': {
    mediaType: 'image/svg+xml',
    bytes: 6107,
    sha256: '901da3597038d969b9f82ebbd35c7591b634468dbe14affa0341b66e2da718e9'
  },
  'covers/safe-remote-working.webp': {
    mediaType: 'image/webp',
    bytes: 8182,
    sha256: 'd6e6b244d65b64a0b4a5c3d517b992a43595fe44053caf7473329904f57dee4e',
    width: 640,
    height: 360
  },
  'covers/using-learnt.svg': {
    mediaType: 'image/svg+xml',
    bytes: 4061,
    sha256: 'ac065737d26ed7e449201a4a92beb64d24882f237c42acee680d2a60f107a778'
  },
  'covers/using-learnt.webp': {
    mediaType: 'image/webp',
    bytes: 6740,
    sha256: '871661cb28863aa19dc81560d140dd19f0567cea58f59cca4a3788c8736a6e3a',
    width: 640,
    height: 360
  },
  'documents/breach-first-hour.pdf': {
    mediaType: 'application/pdf',
    bytes: 109829,
    sha256: 'c0973e787d36ecba124db296c1394202540e6d6d4a1f3b332b9a8b8024a51dfa'
  },
  'documents/fire-action-notice-ar.pdf': {
    mediaType: 'application/pdf',
    bytes: 191950,
    sha256: 'd46296361a0def53da95e74e7a58aab63c765e09c8dd4876d3936ef5574322c3'
  },
  'documents/fire-action-notice.pdf': {
    mediaType: 'application/pdf',
    bytes: 105643,
    sha256: '0f450a5be0d5245b27bef8bd0cc9ed4e8b6763e0a0cb81849376e5651c217ef0'
  },
  'documents/first-aid-card.pdf': {
    mediaType: 'application/pdf',
    bytes: 103779,
    sha256: '8eb100afebc497d2b875eb27d727dfaa18d8bee53ff6a2847aa5eb45cbead8c4'
  },
  'documents/kitchen-temperatures.pdf': {
    mediaType: 'application/pdf',
    bytes: 134969,
    sha256: '565ad005e01b9b0ce4ac5836c9552ca473030775beb4fa80313d5d8a1f8ec661'
  },
  'documents/one-to-one-agenda.pdf': {
    mediaType: 'application/pdf',
    bytes: 104948,
    sha256: 'd0bdbe1099fb43c2ca65aa20f922300caaaa899c6877a47b2e4ca0c5c620ff74'
  },
  'documents/opening-checklist.csv': {
    mediaType: 'text/csv',
    bytes: 600,
    sha256: 'a01e76cb421f7767bb877b731df6777e4c0ea277ff56fa0bdbfcedbbab141bd7'
  },
  'documents/security-pocket-guide.pdf': {
    mediaType: 'application/pdf',
    bytes: 99931,
    sha256: '4b5e0cab2fc0341e70f1276819a18372bddc799f4afd3e2a70c12d8829f1f3b0'
  },
  'illustrations/breach-clock.svg': {
    mediaType: 'image/svg+xml',
    bytes: 4237,
    sha256: '8b442d4d14e1ed4559de8de4f09314c9c61b64003bf3d82cc762164d9c17b1c0'
  },
  'illustrations/breach-clock.webp': {
    mediaType: 'image/webp',
    bytes: 35212,
    sha256: '23bcfbfd3b1b9034836bfeaafa955e4061ff07b56175444726b159ea27863fdf',
    width: 1280,
    height: 576
  },
  'illustrations/burn-care.svg': {
    mediaType: 'image/svg+xml',
    bytes: 4408,
    sha256: '6831bd38089efb4db3a4b544ae612b627283e47c0afe6a72403dc45371f68ace'
  },
  'illustrations/burn-care.webp': {
    mediaType: 'image/webp',
    bytes: 27240,
    sha256: '441398310dbf63d97bd751ded130aa17d8b0c082e467a22c79fc68ace61e80b2',
    width: 1280,
    height: 576
  },
  'illustrations/complaint-curve.svg': {
    mediaType: 'image/svg+xml',
    bytes: 2630,
    sha256: '3d19497db04896de14d278d79013588a18d6ceaedbeeb32ba5d37df5c0844070'
  },
  'illustrations/complaint-curve.webp': {
    mediaType: 'image/webp',
    bytes: 20092,
    sha256: '2c4db09cb59b9fffdaf27e8e3a48cdb0bec5b8aeac4fc74429311f18cd246cdb',
    width: 1280,
    height: 640
  },
  'illustrations/course-page-map.svg': {
    mediaType: 'image/svg+xml',
    bytes: 2794,
    sha256: 'cf28458b4cd12f4600a551d324f4398159576686b3163b78c3da2b2fbcfff07b'
  },
  'illustrations/course-page-map.webp': {
    mediaType: 'image/webp',
    bytes: 27802,
    sha256: '4272e31b4cdfdb71aaf8a9bc22f4354551c2980ce623ac8ccdb4fd5133f56682',
    width: 1280,
    height: 688
  },
  'illustrations/cpr-rhythm.svg': {
    mediaType: 'image/svg+xml',
    bytes: 4863,
    sha256: '807e7c4adcbab45b4fda6042936429a01351c097c588cf47dab5df2b679d9c6b'
  },
  'illustrations/cpr-rhythm.webp': {
    mediaType: 'image/webp',
    bytes: 23698,
    sha256: 'aca0930e5376354707af35f9dd7281e8b350b6a7d83a112da214de52efec0ec0',
    width: 1280,
    height: 640
  },
  'illustrations/day-shape.svg': {
    mediaType: 'image/svg+xml',
    bytes: 4396,
    sha256: '0e55a72081b8bc7655de9c0c4f832536d2b01ec968a235d8acef235d58d66a90'
  },
  'illustrations/day-shape.webp': {
    mediaType: 'image/webp',
    bytes: 30074,
    sha256: '6893282a69777b28c86043c85bbf6a362ff16a5a853daa46dc2382c9fe34f318',
    width: 1280,
    height: 528
  },
  'illustrations/delegation-ladder.svg': {
    mediaType: 'image/svg+xml',
    bytes: 2725,
    sha256: 'c1a03b81f1f5d07df09568ad9eb4244a443a935151c6aa6d774f28f6a47cb9e7'
  },
  'illustrations/delegation-ladder.webp': {
    mediaType: 'image/webp',
    bytes: 30700,
    sha256: '9857cd26bd3e7154aa669d828b0a5524d869faa7220dcc2db89567b0eeccbcbc',
    width: 1280,
    height: 688
  },
  'illustrations/desk-setup.svg': {
    mediaType: 'image/svg+xml',
    bytes: 6694,
    sha256: '79ddd9f7bb7e3b191cb7521e35151f9b0167fdaecd450b8decc4912d71d7425d'
  },
  'illustrations/desk-setup.webp': {
    mediaType: 'image/webp',
    bytes: 34150,
    sha256: 'e428fd989d291b97303f34e9e3ae4779e770afe294b23cba763cb90552de12e1',
    width: 1280,
    height: 736
  },
  'illustrations/drsabcd.svg': {
    mediaType: 'image/svg+xml',
    bytes: 3624,
    sha256: '84cc675899c68bb6a6e6082bfe4f9a3e7c12f34e728918b520d84bf332f1eb1c'
  },
  'illustrations/drsabcd.webp': {
    mediaType: 'image/webp',
    bytes: 36380,
    sha256: '44ffd8716e3bc386886747b6a24a200b63bd24a48ac96b663bf23019698738f6',
    width: 1280,
    height: 704
  },
  'illustrations/evacuation-plan.svg': {
    mediaType: 'image/svg+xml',
    bytes: 5050,
    sha256: 'f8eee294a5aa4b9350a39fb9f4df083851d1452525ff29cb7c30523650054dc7'
  },
  'illustrations/evacuation-plan.webp': {
    mediaType: 'image/webp',
    bytes: 19794,
    sha256: '3c071bca45866d36801c82c10b09a242e4ebd0691d848ea33822dfda6325a369',
    width: 1280,
    height: 704
  },
  'illustrations/extinguisher-kinds.svg': {
    mediaType: 'image/svg+xml',
    bytes: 10034,
    sha256: '718772c804971ce24cade402eeb8d3ed8eca35c0967ef7366d7f7226968f3316'
  },
  'illustrations/extinguisher-kinds.webp': {
    mediaType: 'image/webp',
    bytes: 35160,
    sha256: 'f93fce4389946fac03b796951e34e0c7ff1b1f691a0061835d5c335d0def500c',
    width: 1280,
    height: 704
  },
  'illustrations/fire-actions-ar.svg': {
    mediaType: 'image/svg+xml',
    bytes: 4747,
    sha256: 'e5a3456a9cf1a578be57c3231bc31f03f6838d72f90faa325efd8a1e296017de'
  },
  'illustrations/fire-actions-ar.webp': {
    mediaType: 'image/webp',
    bytes: 25220,
    sha256: '1d9981f7ede59b54b9075f51074298b6f5039bfdff3c7522259d7634fce365b9',
    width: 1280,
    height: 576
  },
  'illustrations/fire-actions.svg': {
    mediaType: 'image/svg+xml',
    bytes: 4683,
    sha256: 'df9eecbc4a9e0ca9f742a3b6be7b0750c0b6bc31b89243f61dd698ebf194da84'
  },
  'illustrations/fire-actions.webp': {
    mediaType: 'image/webp',
    bytes: 26916,
    sha256: '70f3f0283fa46b7dcd71f9f3d2aaa2f6664bc182ae827a598316c2bd5001d81b',
    width: 1280,
    height: 576
  },
  'illustrations/fire-triangle-ar.svg': {
    mediaType: 'image/svg+xml',
    bytes: 2971,
    sha256: '9c903a72ce035f9ed0efaaf888264fb11a965b91019f1d2c1a8f9a58728c0b32'
  },
  'illustrations/fire-triangle-ar.webp': {
    mediaType: 'image/webp',
    bytes: 26482,
    sha256: '80fbaa18a2d203e7584e3503b98ee8afd8728beb4e6d6ea0cec1255de7c458c8',
    width: 1280,
    height: 704
  },
  'illustrations/fire-triangle.svg': {
    mediaType: 'image/svg+xml',
    bytes: 2818,
    sha256: '8a94cfd4d0dffc0f495d102780bffbd5c665bcd11800a0b95f8d334b1e2ac55a'
  },
  'illustrations/fire-triangle.webp': {
    mediaType: 'image/webp',
    bytes: 26592,
    sha256: '4607cd900321bce6415f2ffaf518c549d16e8ebb92c073cf8e2371f53266d5d4',
    width: 1280,
    height: 704
  },
  'illustrations/first-ninety-days.svg': {
    mediaType: 'image/svg+xml',
    bytes: 4259,
    sha256: '00d1e752899018f93c2aa83737414785c603ee931bcfa0cd578d9c65b53353dd'
  },
  'illustrations/first-ninety-days.webp': {
    mediaType: 'image/webp',
    bytes: 38886,
    sha256: '9cdae869150ff85f3a68c18f91ff0a1d9fdeeffeab62c5822db98503b1542c6e',
    width: 1280,
    height: 640
  },
  'illustrations/four-ds.svg': {
    mediaType: 'image/svg+xml',
    bytes: 3145,
    sha256: '40144238661e6e3a8624973607689e6e9d82b97e753086c2d324b420f92e61bd'
  },
  'illustrations/four-ds.webp': {
    mediaType: 'image/webp',
    bytes: 32368,
    sha256: 'dc8273ad00de5426a3968516b64b6c3edffb2b9572b2d8d2fc4b2ba3dbd13b11',
    width: 1280,
    height: 640
  },
  'illustrations/fridge-order.svg': {
    mediaType: 'image/svg+xml',
    bytes: 3848,
    sha256: 'dfcc126ce8e35f006a7ab274263103bb08aeadb5f47067dd40253c5c8594c70c'
  },
  'illustrations/fridge-order.webp': {
    mediaType: 'image/webp',
    bytes: 26330,
    sha256: '8a304e09d170cd07a2f858c50963655bca0a5b9e8f8e2eae97fe75bda2bdde24',
    width: 1280,
    height: 752
  },
  'illustrations/hand-washing.svg': {
    mediaType: 'image/svg+xml',
    bytes: 5133,
    sha256: '4b57a6206fbd634b736ff9eb8ee73e36d2bda8fa29920fa37f40ca696ff451a3'
  },
  'illustrations/hand-washing.webp': {
    mediaType: 'image/webp',
    bytes: 28344,
    sha256: 'fa99eaaecab11cff1643794c1172c5980b6a2a8fd81f59017166f73c26c47ff9',
    width: 1280,
    height: 576
  },
  'illustrations/heard-model.svg': {
    mediaType: 'image/svg+xml',
    bytes: 2530,
    sha256: 'e7ebbf8e1c727cd77204be475856c90f08d5610a0b287ee22e05aeb0125764a9'
  },
  'illustrations/heard-model.webp': {
    mediaType: 'image/webp',
    bytes: 22338,
    sha256: 'db3c7857dde14bd669f2c197e050a8c60499333ae8e4329b20075c109313e080',
    width: 1280,
    height: 544
  },
  'illustrations/homepage-map.svg': {
    mediaType: 'image/svg+xml',
    bytes: 5695,
    sha256: '3416571537bda65821d794db13ef347792bc9905f0c8d7f284e76b788f84695f'
  },
  'illustrations/homepage-map.webp': {
    mediaType: 'image/webp',
    bytes: 31824,
    sha256: '1d075bf79540ba57ff56dfce49fa9c6087ad9125bed1ef794fb1ac0567f7cf77',
    width: 1280,
    height: 752
  },
  'illustrations/password-length.svg': {
    mediaType: 'image/svg+xml',
    bytes: 2823,
    sha256: '01cb782bbd0ab18ce0cb04f0ecdbbf013c1b37a87917598e2d628630e73ccc37'
  },
  'illustrations/password-length.webp': {
    mediaType: 'image/webp',
    bytes: 28536,
    sha256: '991fe06e707e41ad873f907e6fe31862b4cd5c3d95bf77ff3cb1d14adafb6dc3',
    width: 1280,
    height: 640
  },
  'illustrations/personal-data-kinds.svg': {
    mediaType: 'image/svg+xml',
    bytes: 3916,
    sha256: '44cfc18c91018cf6c780eeb12b11c7a1b23abe9d3d164957225c86434387e477'
  },
  'illustrations/personal-data-kinds.webp': {
    mediaType: 'image/webp',
    bytes: 36852,
    sha256: '0f983959a1dfc77d328d3c66e427347ace93e6115ed55b33b1dfdc9d11608d86',
    width: 1280,
    height: 672
  },
  'illustrations/phishing-email-ar.svg': {
    mediaType: 'image/svg+xml',
    bytes: 5476,
    sha256: '387ce65c982871d27c7b70cabb1993ff02f269c5f9fcf49b4b94b5121d89dc58'
  },
  'illustrations/phishing-email-ar.webp': {
    mediaType: 'image/webp',
    bytes: 44300,
    sha256: 'f583b49d74dbd417d80cad013c4c7e758f0487bcd0feb363f2e3e8d9c8a450a2',
    width: 1280,
    height: 752
  },
  'illustrations/phishing-email.svg': {
    mediaType: 'image/svg+xml',
    bytes: 5411,
    sha256: '116c5c3bb3c9d3766c383233242842bb6564285c52cb39d9549168ac01150b2b'
  },
  'illustrations/phishing-email.webp': {
    mediaType: 'image/webp',
    bytes: 51480,
    sha256: '48f34019e8648f1c152a818e59067756ebe75a303c8a4bff2ba44f8f7b5caef2',
    width: 1280,
    height: 752
  },
  'illustrations/safe-lift.svg': {
    mediaType: 'image/svg+xml',
    bytes: 11110,
    sha256: '4a750c1fbc49cf036305d048d613653b4c8215f963519b80e9d704f947b03470'
  },
  'illustrations/safe-lift.webp': {
    mediaType: 'image/webp',
    bytes: 26308,
    sha256: 'c38aa76840eb804629c09f8908b301cdc15fdba4cd7fef362bda2402c1efc17c',
    width: 1280,
    height: 608
  },
  'illustrations/same-and-fair.svg': {
    mediaType: 'image/svg+xml',
    bytes: 11836,
    sha256: '30b8696c0d1f0b88de45acb6fbc14647edea3c95670ab8ebfd9742e9d94783d6'
  },
  'illustrations/same-and-fair.webp': {
    mediaType: 'image/webp',
    bytes: 27824,
    sha256: '7a93706f8ad9189edd19495e6188c9a04f26de0b070384559f9e629bd331a0bc',
    width: 1280,
    height: 672
  },
  'illustrations/sbi-model.svg': {
    mediaType: 'image/svg+xml',
    bytes: 3241,
    sha256: 'e93e43e7f315a0d39e75c393daf17a82306868d9ef747c5d2952a582e9c594fe'
  },
  'illustrations/sbi-model.webp': {
    mediaType: 'image/webp',
    bytes: 28650,
    sha256: '4e1978f44e71a70108ac1e70c553f3ca16870106751040471ac5340778fd81d1',
    width: 1280,
    height: 640
  },
  'illustrations/stop-check-report-ar.svg': {
    mediaType: 'image/svg+xml',
    bytes: 3116,
    sha256: 'ca827be69cbdd1690936b6971ef8fadbb3ab072ee9c0b7495f9abd98b349ee76'
  },
  'illustrations/stop-check-report-ar.webp': {
    mediaType: 'image/webp',
    bytes: 22204,
    sha256: 'b68ea97cb074040b51f7ea06664f2ee05263b31eeb2bbc2d664795572f7e7bf8',
    width: 1280,
    height: 576
  },
  'illustrations/stop-check-report.svg': {
    mediaType: 'image/svg+xml',
    bytes: 3348,
    sha256: '2afe1af2d65eca7e8a5bfdca2b9f691dce2b4ddbfb808c31ebaa27855ed1ce56'
  },
  'illustrations/stop-check-report.webp': {
    mediaType: 'image/webp',
    bytes: 26124,
    sha256: '9016497cf5992694aa3da3ad88707d1112cbfc4d1afe820073438752a68ffe40',
    width: 1280,
    height: 576
  },
  'illustrations/temperature-danger-zone.svg': {
    mediaType: 'image/svg+xml',
    bytes: 2545,
    sha256: '86e9e1103a4737d52a6e80dc74a0e35ea69a96721aab949de3f01167289029fa'
  },
  'illustrations/temperature-danger-zone.webp': {
    mediaType: 'image/webp',
    bytes: 35046,
    sha256: '475d87556957bfd4cbf7cf864aa077c8a8efdc15240de8c2861ed70fdcc558f8',
    width: 1280,
    height: 752
  },
  'illustrations/tile-check.svg': {
    mediaType: 'image/svg+xml',
    bytes: 3000,
    sha256: '7c20e45c850269baa19d3c4687807cb114d5bccd786840f59a129bd62f9a074b'
  },
  'illustrations/tile-check.webp': {
    mediaType: 'image/webp',
    bytes: 27342,
    sha256: '08e1d9a02219205476cb605754e4fd0bc1a8ff6fd50df7febd1eb0c9ae54fa1b',
    width: 1280,
    height: 640
  },
  'illustrations/vague-to-specific.svg': {
    mediaType: 'image/svg+xml',
    bytes: 3710,
    sha256: 'b3d9b618d4a9479cee48528cbadbda9814aecec74ccf321caffec5b270473dbc'
  },
  'illustrations/vague-to-specific.webp': {
    mediaType: 'image/webp',
    bytes: 32534,
    sha256: '3fbf591d0cf270a9bdb15cf6c25220c14bb597fed341c90d5c23be4bae653bf0',
    width: 1280,
    height: 688
  },
  'logos/learnt-backdrop.webp': {
    mediaType: 'image/webp',
    bytes: 9300,
    sha256: '9ddc66d61adfe3c997d8cbf3a54c4a4090789bb6d5bba8f660e8a6d11dc1958d',
    width: 1280,
    height: 800
  },
  'logos/learnt-community-wide.webp': {
    mediaType: 'image/webp',
    bytes: 6760,
    sha256: '159bf40e5b089be772f557f0a18d827fcdd4b0dfeaa1d078ece20000a3c7d150',
    width: 424,
    height: 128
  },
  'logos/learnt-community.png': {
    mediaType: 'image/png',
    bytes: 1530,
    sha256: '4e3a60466e051ea4d3c6f0510b7fe711a7e94852d9e1d9640071aa54bec558e0',
    width: 128,
    height: 128
  },
  'logos/learnt-community.svg': {
    mediaType: 'image/svg+xml',
    bytes: 481,
    sha256: 'c9d7616f58030b8b8aba9a2cdaaadee7ea123cf486ba84b9a28b72deae30f4d8'
  },
  'logos/learnt-wide.webp': {
    mediaType: 'image/webp',
    bytes: 6306,
    sha256: 'd15238867e624597f6f8e8ca03e3b1f32e115dbf69ef1b9eb4348d28f5ccb95f',
    width: 424,
    height: 128
  },
  'logos/learnt.png': {
    mediaType: 'image/png',
    bytes: 1076,
    sha256: 'edb1b8a2bb3bbb6959ceb1c779e7028eb05f98393e39ba1fe6aac9e3ef00454c',
    width: 128,
    height: 128
  },
  'logos/learnt.svg': {
    mediaType: 'image/svg+xml',
    bytes: 550,
    sha256: 'b93bc3ec929f59244ed47f53e869c03e4b50ec1af0f700f60543650a91f61afd'
  },
  'logos/munro-backdrop.webp': {
    mediaType: 'image/webp',
    bytes: 8756,
    sha256: 'd48ac69daed82ac0a81d1756d08c85c21a15b0a5e70d68dea6a576ad55c98485',
    width: 1280,
    height: 800
  },
  'logos/munro-city-wide.webp': {
    mediaType: 'image/webp',
    bytes: 6162,
    sha256: '22b0de0cdac01fdeddf7b3653d468c9404276d20f7af1af3f9ebb822cdabc238',
    width: 426,
    height: 128
  },
  'logos/munro-city.png': {
    mediaType: 'image/png',
    bytes: 893,
    sha256: '7b522529eacee6de65f0702d89680ce2356cafd8355e8f9a72fbac7d627a0e65',
    width: 128,
    height: 128
  },
  'logos/munro-city.svg': {
    mediaType: 'image/svg+xml',
    bytes: 1086,
    sha256: 'fd55adb235de113f51031944b260a3d43c78fb4cb214b24443ce0143ffe9b4ff'
  },
  'logos/munro-highland-wide.webp': {
    mediaType: 'image/webp',
    bytes: 7556,
    sha256: '2116876f87e7ed46e6d040a1bf711b9154556ab92638f1d4b3cc34a24396d1e4',
    width: 514,
    height: 128
  },
  'logos/munro-highland.png': {
    mediaType: 'image/png',
    bytes: 1516,
    sha256: 'dd826f1ac70068bf134c376e674870671eb55c6cbf32d62f104e4a39284d6ec3',
    width: 128,
    height: 128
  },
  'logos/munro-highland.svg': {
    mediaType: 'image/svg+xml',
    bytes: 529,
    sha256: 'bcd862e41a6d591c5aca81864edd3ba3321d3def534b12ab120fc5763478ae8f'
  },
  'logos/munro-wide.webp': {
    mediaType: 'image/webp',
    bytes: 6538,
    sha256: 'fe41f3d00e5d4dd86597c635484410b2ca8202f6accce3e9a149c3b81a8f437d',
    width: 384,
    height: 128
  },
  'logos/munro.png': {
    mediaType: 'image/png',
    bytes: 1604,
    sha256: 'a1f81ced7ceb13637c0e1634b58719c9e89f9b49a08fdf3fca5a1d9e91f6d819',
    width: 128,
    height: 128
  },
  'logos/munro.svg': {
    mediaType: 'image/svg+xml',
    bytes: 497,
    sha256: 'fd1bd0532113257f1b32d037c7fd45e67c90438567c56578d43e6b43753adf99'
  },
  'logos/stellar-backdrop.webp': {
    mediaType: 'image/webp',
    bytes: 10622,
    sha256: 'da62163f34e8eaee2d689f50c72affe73b39c32b960cd7489ea59ee76cb1263b',
    width: 1280,
    height: 800
  },
  'logos/stellar-field-wide.webp': {
    mediaType: 'image/webp',
    bytes: 8064,
    sha256: '4a402b3f1349f58d39c3bb04a535188fddd3754632057e3a1d85206ef3bc6c63',
    width: 470,
    height: 128
  },
  'logos/stellar-field.png': {
    mediaType: 'image/png',
    bytes: 1261,
    sha256: '642052140c2233ffed61891e09495c220ad73dd0dcd3bd70ae0855a490a85e49',
    width: 128,
    height: 128
  },
  'logos/stellar-field.svg': {
    mediaType: 'image/svg+xml',
    bytes: 508,
    sha256: '8c961989fd0e79093ef4684528a085ac2574f4bd470661c0c8412551970cb017'
  },
  'logos/stellar-wide.webp': {
    mediaType: 'image/webp',
    bytes: 7672,
    sha256: '6af68b348bc54157bb9bfa61b5fc5fc94e987a304a69d31cbecf6a2ae7bd6042',
    width: 464,
    height: 128
  },
  'logos/stellar.png': {
    mediaType: 'image/png',
    bytes: 1763,
    sha256: 'eb3bf51174982698f54f8c6ed7d8b80f4f1054472a43dc32df74b13c408469c8',
    width: 128,
    height: 128
  },
  'logos/stellar.svg': {
    mediaType: 'image/svg+xml',
    bytes: 581,
    sha256: '4f89685f99ce3a168e93e9c05349c356247877581ad4de15dc06075df1823516'
  },
  'video/clean-hands.en.vtt': {
    mediaType: 'text/vtt',
    bytes: 616,
    sha256: 'e4dfb9abb82685ec86c0e35f5c7b93e685eb9f9fb78a5911fa2bc063b9fd4b9b'
  },
  'video/clean-hands.mp4': {
    mediaType: 'video/mp4',
    bytes: 265693,
    sha256: 'eef5b3c883356d0b9aa3e4f2dd1b68e186782f814241fec397304c2abcba5cab',
    width: 640,
    height: 360,
    seconds: 26.3
  },
  'video/clean-hands.webp': {
    mediaType: 'image/webp',
    bytes: 5456,
    sha256: 'b29cc73f964e6449571deacf12babaaa508c63f825a1c7d35ef0df977a364fe1',
    width: 640,
    height: 360
  },
  'video/extinguisher.ar.vtt': {
    mediaType: 'text/vtt',
    bytes: 797,
    sha256: 'd82482e9102cf639000c788b408049761fc2d6b634df32bc921e21e6543083bd'
  },
  'video/extinguisher.en.vtt': {
    mediaType: 'text/vtt',
    bytes: 661,
    sha256: 'a0b226ded9ed8acd6fd01418b0aa8ea95248ac82b975c9e318db0e46627b76be'
  },
  'video/extinguisher.mp4': {
    mediaType: 'video/mp4',
    bytes: 335896,
    sha256: '216effa227bc1c9665399b33c882ecd3c13c259d286d68922cd963e3928aa05f',
    width: 640,
    height: 360,
    seconds: 29.5
  },
  'video/extinguisher.webp': {
    mediaType: 'image/webp',
    bytes: 9272,
    sha256: 'bcee8d546a2b9032f80494fb038d72b120437cb21763c20879ed5cff80809c82',
    width: 640,
    height: 360
  },
  'video/first-steps.en.vtt': {
    mediaType: 'text/vtt',
    bytes: 789,
    sha256: '6af941dac6ed29bcb6bc00335621ceb42539ebaa0f3e8da3b759af7d8198ea2c'
  },
  'video/first-steps.mp4': {
    mediaType: 'video/mp4',
    bytes: 351578,
    sha256: '33415fb2b25f9dc158674b52131b80d4de120cd2fa1923e51f295b7af7559741',
    width: 640,
    height: 360,
    seconds: 33.6
  },
  'video/first-steps.webm': {
    mediaType: 'video/webm',
    bytes: 294823,
    sha256: 'c87b3df8a5e2cf702feb5a941d068ed8195d15bf0205533d871ca04a7288dfd6',
    width: 640,
    height: 360,
    seconds: 33.6
  },
  'video/first-steps.webp': {
    mediaType: 'image/webp',
    bytes: 9086,
    sha256: 'ef54997005263b2fe0fad12b6f204c4c3932ec20a00eb585ab93eaf912b2868f',
    width: 640,
    height: 360
  },
  'video/lifting.en.vtt': {
    mediaType: 'text/vtt',
    bytes: 641,
    sha256: 'e68320840b91ae7713e66d696f1457e5254a24b7753c21827c3250f5a54dabda'
  },
  'video/lifting.mp4': {
    mediaType: 'video/mp4',
    bytes: 251500,
    sha256: 'ad751acf2798f85d8744d6884f7729272d9e7c94f892919d65f3ef5bccde023d',
    width: 640,
    height: 360,
    seconds: 26.8
  },
  'video/lifting.webp': {
    mediaType: 'image/webp',
    bytes: 5056,
    sha256: 'a4d6fbbc3233fad6cecab5525c99b7eb154c55e5594d299ace77f37ca2062a37',
    width: 640,
    height: 360
  },
  'video/phishing.ar.vtt': {
    mediaType: 'text/vtt',
    bytes: 815,
    sha256: '4a4d82248cfb993d0ba9744617027d619cd23bb552992ab785a0df64bac03c20'
  },
  'video/phishing.en.vtt': {
    mediaType: 'text/vtt',
    bytes: 776,
    sha256: 'b34c9d8bdd984d297704e64c4e9c72ca8f5bd18b332772393d6ceb5c3de6579c'
  },
  'video/phishing.mp4': {
    mediaType: 'video/mp4',
    bytes: 380204,
    sha256: 'e880c2dec632758cd6c63479c398073ac9ac0c926b5b6486d371d01d9ae1de67',
    width: 640,
    height: 360,
    seconds: 33.3
  },
  'video/phishing.webp': {
    mediaType: 'image/webp',
    bytes: 11968,
    sha256: '49c5081e8741301da31928dadb36e81d9b44f65765d225e5c864c81773f816ee',
    width: 640,
    height: 360
  }
} as const satisfies Record<string, MediaFile>

export type MediaPath = keyof typeof mediaFiles
