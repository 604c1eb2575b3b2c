// People of the drill: an owner who opens a shop, a customer who buys a wash, a visitor who reloads the shop.
//
//   drill.mjs open SITE OWNER MAILS
//   drill.mjs arrive SITE CUSTOMER MAILS STUB   signs up, and puts a card on file
//   drill.mjs buy SITE CUSTOMER                 buys the first wash, and prints the codes in the wallet
//   drill.mjs codes SITE CUSTOMER               prints the codes in the wallet
//   drill.mjs visit SITE                        reloads the shop until SIGTERM; prints how many loads failed, and the longest
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

/** From the emailed invitation to an open shop. */
async function open(site, email, mails) {
  const owner = await Visitor.at(site);
  await owner.call('POST', '/users/invitations/accept', {
    token: await mailedToken(mails, email, 'invitation'),
    firstName: 'Ann',
    lastName: 'Owens',
    cellPhoneNumber: '6025550143',
    password,
  });
  await owner.logIn(email);
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
  const { version } = await owner.call('GET', '/admin/processor');
  const settings = { storeId: 'store5', apiToken: 'yesguy', checkoutId: 'chktSPARKLE' };
  await owner.call('PUT', '/admin/processor', { version, processor: { name: 'moneris', endpoints: 'stub', settings } });
  await owner.call('PUT', '/admin/opening', { open: true });
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

async function arrive(site, email, mails, stub) {
  const customer = await Visitor.at(site);
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
  await addCard(customer, stub);
}

async function buy(site, email) {
  const customer = await Visitor.at(site);
  await customer.logIn(email);
  const [wash] = await customer.call('GET', '/products/washes');
  const order = { products: [{ productId: wash.productId }] };
  const placed = await customer.call('POST', '/orders', order, crypto.randomUUID());
  if (!placed.approved) throw new Error(`the order was declined: ${JSON.stringify(placed)}`);
  return customer.codes();
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

const [what, ...given] = process.argv.slice(2);
const result = await { open, arrive, buy, codes, visit }[what](...given);
if (result !== undefined) console.log(Array.isArray(result) ? result.join('\n') : result);
