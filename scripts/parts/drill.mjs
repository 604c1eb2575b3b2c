// People of the drill: an owner who opens a shop, a customer who buys a wash, a visitor who reloads the shop.
//
//   drill.mjs open SITE OWNER MAILS
//   drill.mjs open-in-production SITE OWNER MAILS   prepares a shop, and prints the refusals of test payments
//   drill.mjs arrive SITE CUSTOMER MAILS STUB   signs up, and puts a card on file
//   drill.mjs buy SITE CUSTOMER                 buys the first wash, and prints the codes in the wallet
//   drill.mjs sell SITE CUSTOMER COUNT          buys one wash a second, and prints the time and the code of each
//   drill.mjs codes SITE CUSTOMER               prints the codes in the wallet
//   drill.mjs try-out SITE CUSTOMER MAILS       signs up, and prints the refusal of a purchase without a payment processor
//   drill.mjs visit SITE                        reloads the shop until SIGTERM; prints how many loads failed, and the longest
import { createHmac, pbkdf2Sync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const password = 'Saguaro-Rain-77';

class Visitor {
  constructor(site) {
    this.origin = `https://${site}.wash.example`;
  }

  static async at(site) {
    const visitor = new Visitor(site);
    visitor.appKey = (await visitor.call('GET', `/accounts/site-key?subdomain=${site}`)).appKey;
    return visitor;
  }

  async call(method, path, body, key) {
    const headers = { 'App-Key': this.appKey ?? '', 'Content-Type': 'application/json' };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    if (this.captcha) headers['Captcha-Token'] = this.captcha;
    if (key) headers['Idempotency-Key'] = key;
    const response = await fetch(`${this.origin}/api/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const envelope = JSON.parse(text);
    if (!envelope.success) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return envelope.resultData;
  }

  async logIn(email) {
    this.token = (await this.call('POST', '/users/login', { email, password })).accessToken;
  }

  /** Solves the captcha, as the page's widget does. */
  async solveCaptcha() {
    const challenge = await this.call('GET', '/captcha/challenge');
    const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
    for (let counter = 0; ; counter++) {
      const attempt = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.alloc(4)]);
      attempt.writeUInt32BE(counter, nonce.length / 2);
      const derivedKey = pbkdf2Sync(attempt, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256').toString('hex');
      if (!derivedKey.startsWith(keyPrefix)) continue;
      this.captcha = btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
      return;
    }
  }

  async codes() {
    const items = await this.call('GET', '/users/wallet');
    return items.map((item) => item.code).sort();
  }
}

/** Token of the newest email to an address that links to a page. */
async function mailedToken(mails, email, page) {
  for (let tries = 0; tries < 240; tries++) {
    for (const name of readdirSync(join(mails, 'new')).sort().reverse()) {
      const text = readFileSync(join(mails, 'new', name), 'utf8').replaceAll('=\n', '');
      const found = new RegExp(`^http\\S*/${page}\\?\\S*token=(\\S+)`, 'm').exec(text);
      if (found && text.includes(`\nTo: ${email}\n`)) return decodeURIComponent(found[1]);
    }
    await sleep(250);
  }
  throw new Error(`no email with a ${page} link to ${email}`);
}

/** One-time password of an authenticator app (RFC 6238). */
function oneTimePassword(secret) {
  const digits = [...secret].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = digits.join('').match(/.{8}/g).map((bits) => Number.parseInt(bits, 2));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', Buffer.from(bytes)).update(step).digest();
  const number = mac.readUInt32BE(mac[19] & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** From the emailed invitation to a shop that lacks only its payment processor. */
async function prepare(owner, email, mails, isProduction) {
  await owner.call('POST', '/users/invitations/accept', {
    token: await mailedToken(mails, email, 'invitation'),
    firstName: 'Ann',
    lastName: 'Owens',
    cellPhoneNumber: '6025550143',
    password,
  });
  await owner.logIn(email);
  if (isProduction) {
    const { factorId, secret } = await owner.call('POST', '/users/second-factors', { label: 'Phone', password });
    await owner.call('POST', `/users/second-factors/${factorId}/confirm`, { code: oneTimePassword(secret) });
  }
  await owner.call('POST', '/admin/locations', {
    name: 'Camelback',
    address1: '100 E Camelback Rd',
    city: 'Phoenix',
    latitude: 33.5093,
    longitude: -112.0733,
    taxes: { wash: 86000, club: 86000, merchandise: 0 },
  });
  const products = await owner.call('GET', '/admin/products');
  await owner.call('POST', '/admin/products/restore', { ids: products.items.map((product) => product.productId) });
  const texts = await owner.call('GET', '/admin/texts');
  for (const kind of ['terms', 'privacy', 'clubTerms']) {
    const basedOn = texts.items.find((text) => text.kind === kind)?.textId ?? 0;
    await owner.call('POST', `/admin/texts/${kind}`, { html: `<p>Our ${kind}.</p>`, basedOn });
  }
  for (const kind of ['home_page', 'sender']) await owner.call('POST', '/admin/opening/confirmations', { kind });
  await owner.call('POST', '/users/unlock', { password });
}

/** Connects the test processor. */
async function connectProcessor(owner) {
  const { version } = await owner.call('GET', '/admin/processor');
  const settings = { storeId: 'store5', apiToken: 'yesguy', checkoutId: 'chktSPARKLE' };
  await owner.call('PUT', '/admin/processor', { version, processor: { name: 'moneris', endpoints: 'stub', settings } });
}

async function open(site, email, mails) {
  const owner = await Visitor.at(site);
  await prepare(owner, email, mails, false);
  await connectProcessor(owner);
  await owner.call('PUT', '/admin/opening', { open: true });
}

/** Resolves to the error of a call that must fail. */
const refusal = (call, problem) =>
  call.then(
    () => Promise.reject(new Error(problem)),
    (error) => String(error),
  );

/** Prepares a shop in production, and tries to open it with the test processor and without any. */
async function openInProduction(site, email, mails) {
  const owner = await Visitor.at(site);
  await prepare(owner, email, mails, true);
  return [
    await refusal(connectProcessor(owner), 'a site in production took the test processor'),
    await refusal(owner.call('PUT', '/admin/opening', { open: true }), 'a shop opened without a payment processor'),
  ];
}

/** Puts a test card on file, through the processor's form. */
async function addCard(customer, stub) {
  const address = `${customer.origin.replace('https', 'wss')}/api/v1/payments/socket`;
  const socket = new WebSocket(address, { headers: { Origin: customer.origin } });
  const { socketId } = await new Promise((resolve, reject) => {
    socket.onmessage = ({ data }) => resolve(JSON.parse(data));
    socket.onerror = ({ message }) => reject(new Error(`card form: ${message}`));
  });
  const { setupData } = await customer.call('GET', `/payments/hosted-forms?socketId=${socketId}`);
  const card = { action: 'save', card_number: '4242424242424242', expiry: '12/39', cvv: '123' };
  await fetch(`${stub}/chktv2/display/index.php?tck=${setupData.ticket}`, {
    method: 'POST',
    body: new URLSearchParams(card),
  });
  await customer.call('GET', `/payments/moneris/receipts?ticket=${setupData.ticket}&socketId=${socketId}`);
  socket.close();
}

/** Signs up, and confirms the email address. */
async function signUp(customer, email, mails) {
  await customer.call('POST', '/users', {
    firstName: 'Ada',
    lastName: "O'Neil",
    email,
    password,
    birthdayMonth: 12,
    birthdayDay: 10,
    zipPostalCode: '85004',
    cellPhoneNumber: '6025550199',
    optInToMarketing: false,
  });
  await customer.logIn(email);
  const token = await mailedToken(mails, email, 'confirmEmail');
  await customer.call('POST', '/users/emails/confirm', { email, token });
}

async function arrive(site, email, mails, stub) {
  const customer = await Visitor.at(site);
  await signUp(customer, email, mails);
  await addCard(customer, stub);
}

/** Signs up at a shop in production, and buys a wash. Without a processor, the purchase must be refused. */
async function tryOut(site, email, mails) {
  const customer = await Visitor.at(site);
  await customer.solveCaptcha();
  await signUp(customer, email, mails);
  return refusal(buyWash(customer), 'the shop sold a wash without a payment processor');
}

/** Buys the first wash. Resolves once the purchase is confirmed. */
async function buyWash(customer) {
  const [wash] = await customer.call('GET', '/products/washes');
  const order = { products: [{ productId: wash.productId }] };
  const placed = await customer.call('POST', '/orders', order, crypto.randomUUID());
  if (!placed.approved) throw new Error(`the order was declined: ${JSON.stringify(placed)}`);
}

async function buy(site, email) {
  const customer = await Visitor.at(site);
  await customer.logIn(email);
  await buyWash(customer);
  return customer.codes();
}

async function sell(site, email, count) {
  const customer = await Visitor.at(site);
  await customer.logIn(email);
  let known = await customer.codes();
  for (let sold = 0; sold < Number(count); sold++) {
    if (sold > 0) await sleep(1000);
    await buyWash(customer);
    const at = Date.now();
    const codes = await customer.codes();
    console.log(at, codes.find((code) => !known.includes(code)));
    known = codes;
  }
}

async function codes(site, email) {
  const customer = await Visitor.at(site);
  await customer.logIn(email);
  return customer.codes();
}

async function visit(site) {
  let stopped = false;
  process.once('SIGTERM', () => (stopped = true));
  let loads = 0;
  let longest = 0;
  const failures = [];
  while (!stopped) {
    const started = performance.now();
    try {
      const response = await fetch(`https://${site}.wash.example/`, { headers: { Connection: 'close' } });
      await response.text();
      if (response.status !== 200) failures.push(response.status);
    } catch (error) {
      failures.push(String(error.cause ?? error));
    }
    loads++;
    longest = Math.max(longest, performance.now() - started);
    await sleep(50);
  }
  return `${loads} loads, ${failures.length} failed, longest ${Math.round(longest)} ms ${failures.slice(0, 3).join(' ')}`;
}

const people = { open, 'open-in-production': openInProduction, arrive, buy, sell, codes, 'try-out': tryOut, visit };
const [what, ...given] = process.argv.slice(2);
const result = await people[what](...given);
if (result !== undefined) console.log(Array.isArray(result) ? result.join('\n') : result);
