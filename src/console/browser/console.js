// Works on pages that are complete without it: keeps them up to date, copies texts, and adds keys.

/** At most so often, however fast changes come in. */
const REFRESH_EVERY_MS = 500;
const COPIED_MS = 1500;

const { events } = document.body.dataset;

/** @type {EventSource | undefined} */
let stream;
let isWaiting = false;
let isStale = false;

/** Reads the page again, and replaces the parts that are live. */
async function refresh() {
  isStale = false;
  isWaiting = true;
  try {
    const response = await fetch(location.href, { headers: { 'X-Console-Live': '1' } });
    if (response.ok) replaceParts(new DOMParser().parseFromString(await response.text(), 'text/html'));
  } catch {
    // The service has stopped. The stream connects again when it is back, and then the page is read.
  }
  setTimeout(() => {
    isWaiting = false;
    if (isStale) void refresh();
  }, REFRESH_EVERY_MS);
}

/** @param {Document} fresh */
function replaceParts(fresh) {
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = fresh.getElementById(part.id);
    if (next === null || isSame(part, next)) continue;
    const focused = part.contains(document.activeElement) ? document.activeElement : null;
    // A list that is open, or a field in use, would be lost: the next change comes soon.
    if (focused instanceof HTMLSelectElement) continue;
    const name = focused === null ? '' : nameOf(focused);
    const open = [...part.querySelectorAll('details')].map((details) => details.open);
    part.replaceWith(next);
    next.querySelectorAll('details').forEach((details, place) => (details.open = open[place] ?? false));
    show(next);
    if (focused === null) continue;
    const again = [...next.querySelectorAll(FOCUSABLE)].find((one) => nameOf(one) === name);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}

/** What an element is for: after a change, another one may be in its place. @param {Element} element */
function nameOf(element) {
  const form = element.closest('form');
  return [element.tagName, element.getAttribute('href'), form?.getAttribute('action'), element.textContent].join(' ');
}

const FOCUSABLE = 'a, button, select, input:not([type="hidden"]), summary';

/**
 * @param {Element} part
 * @param {Element} next
 */
function isSame(part, next) {
  const bare = (/** @type {Element} */ one) => one.innerHTML.replaceAll(/ hidden=""| open=""/g, '');
  return bare(part) === bare(next);
}

/** A browser opens few connections to a service: a page that is not seen needs none. */
function connect() {
  stream?.close();
  stream = undefined;
  if (events === undefined || document.hidden || document.querySelector('[data-live]') === null) return;
  stream = new EventSource(events);
  stream.addEventListener('message', () => {
    if (isWaiting) isStale = true;
    else void refresh();
  });
}

/**
 * Buttons that do nothing without a script are hidden until then. Only a secure address, or one of this machine, has a
 * clipboard.
 *
 * @param {ParentNode} part
 */
function show(part) {
  const shown = window.isSecureContext ? 'button[hidden]' : 'button[data-help]';
  for (const button of part.querySelectorAll(shown)) button.removeAttribute('hidden');
}

/** @param {HTMLElement} button */
async function copy(button) {
  const { copy: text = '', copied = '' } = button.dataset;
  await navigator.clipboard.writeText(text);
  const label = button.textContent;
  // Its neighbours stay where they are.
  button.style.minWidth = `${button.offsetWidth}px`;
  button.textContent = copied;
  setTimeout(() => {
    button.textContent = label;
  }, COPIED_MS);
}

/** @param {number} step */
function moveToRow(step) {
  const rows = [...document.querySelectorAll('a.row')];
  const present = rows.findIndex((row) => row === document.activeElement);
  const next = rows[present === -1 && step < 0 ? 0 : present + step];
  if (next instanceof HTMLElement) next.focus();
}

function help() {
  const dialog = document.getElementById('help');
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

/** @type {Readonly<Record<string, () => void>>} */
const KEYS = {
  j() {
    moveToRow(1);
  },
  k() {
    moveToRow(-1);
  },
  '?': help,
  '/': () => document.getElementById('filter')?.focus(),
  n() {
    const drawer = document.getElementById('new-charge');
    if (!(drawer instanceof HTMLDetailsElement)) return;
    drawer.open = true;
    document.getElementById('amount')?.focus();
  },
};

document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea, dialog[open]');
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const pages = document.querySelectorAll('header nav a');
  const page = /^[1-9]$/.test(event.key) ? pages[Number(event.key) - 1] : undefined;
  if (page instanceof HTMLElement) page.click();
  else if (!Object.hasOwn(KEYS, event.key)) return;
  else KEYS[event.key]?.();
  event.preventDefault();
});

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (button === null) return;
  if (button.dataset['copy'] !== undefined) void copy(button);
  if (button.dataset['help'] !== undefined) help();
});

/** A second click must not send a form twice. */
document.addEventListener('submit', (event) => {
  const { target } = event;
  if (!(target instanceof HTMLFormElement) || target.method !== 'post') return;
  if (target.dataset['sent'] !== undefined) event.preventDefault();
  target.dataset['sent'] = '';
});
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-sent]')) form.removeAttribute('data-sent');
});

show(document);
connect();
document.addEventListener('visibilitychange', connect);
