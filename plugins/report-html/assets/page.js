// Brings the filter to life. Without it, the page shows everything and folds by itself.
(() => {
  const form = document.querySelector('#filter');
  const status = document.querySelector('#matches');
  const unfold = document.querySelector('#unfold');
  const fields = form.elements;

  /** Every entry that can be filtered, with what is known of it. */
  const entries = Array.from(document.querySelectorAll('main [data-c]'), (element) => ({
    element,
    section: element.closest('section'),
    owners: element.dataset.o.split(' '),
    severities: (element.dataset.s ?? '').split(' '),
    counted: element.dataset.c.split(' '),
    failing: 'f' in element.dataset,
    text: undefined,
  }));
  const sections = Array.from(new Set(entries.map(({ section }) => section)), (section) => ({
    section,
    none: section.querySelector('.none'),
    count: section.querySelector('h2 .count'),
    all: entries.filter((entry) => entry.section === section).length,
  }));

  const CHARACTERS = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  const asleep = (element) => element.querySelector('noscript');
  const wordsOf = (markup) =>
    markup.replace(/<[^>]*>/g, ' ').replace(/&(?:lt|gt|quot|#39|amp);/g, (found) => CHARACTERS[found]);
  /** What stands in a `noscript` is the text of its markup here. */
  function textOf({ element }) {
    const markup = asleep(element)?.textContent;
    return markup === undefined ? element.textContent : element.textContent.replace(markup, () => wordsOf(markup));
  }

  /** Makes what was written for browsers without scripts part of the page; every foreign word in it is escaped. */
  function wake(details) {
    const sleeping = asleep(details);
    sleeping?.insertAdjacentHTML('afterend', sleeping.textContent);
    sleeping?.remove();
  }
  document.addEventListener('toggle', ({ target }) => target.open && wake(target), true);

  function apply() {
    const words = fields.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = { severity: fields.severity.value, owner: fields.owner?.value ?? '', counted: fields.counted.value };
    const failing = fields.failing.checked;
    const active = failing || words.length > 0 || Object.values(wanted).some(Boolean);
    const shown = new Map();
    let matches = 0;
    for (const entry of entries) {
      const match =
        (wanted.owner === '' || entry.owners.includes(wanted.owner)) &&
        (wanted.severity === '' || entry.severities.includes(wanted.severity)) &&
        (wanted.counted === '' || entry.counted.includes(wanted.counted)) &&
        (!failing || entry.failing) &&
        words.every((word) => (entry.text ??= textOf(entry).toLowerCase()).includes(word));
      if (entry.element.hidden === match) entry.element.hidden = !match;
      if (match) {
        matches += 1;
        shown.set(entry.section, (shown.get(entry.section) ?? 0) + 1);
      }
    }
    for (const { section, none, count, all } of sections) {
      const some = shown.get(section) ?? 0;
      none.hidden = some > 0;
      count.textContent = active ? `${some} of ${all}` : `${all}`;
    }
    document.body.classList.toggle('only-failing', failing);
    for (const group of document.querySelectorAll('.group'))
      if (active && group.querySelector('[data-c]:not([hidden])')) group.open = true;
    status.textContent = active ? `${matches} of ${entries.length} entries match` : '';
  }

  let waiting = 0;
  const soon = () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(apply);
  };
  form.addEventListener('input', soon);
  form.addEventListener('reset', soon);
  form.addEventListener('submit', (event) => event.preventDefault());

  unfold.addEventListener('click', () => {
    const open = unfold.getAttribute('aria-pressed') !== 'true';
    unfold.setAttribute('aria-pressed', `${open}`);
    for (const details of document.querySelectorAll('.finding details')) details.open = open;
  });

  /** A link into something folded or filtered away shows it. */
  function reveal() {
    const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
    if (target === null) return;
    if (target.closest('[hidden]')) form.reset();
    for (let at = target.closest('details'); at; at = at.parentElement.closest('details')) at.open = true;
    if (target.closest('details')) target.scrollIntoView();
  }
  addEventListener('hashchange', reveal);
  reveal();

  /** What a browser without `::details-content` would leave folded on paper. */
  let opened = [];
  addEventListener('beforeprint', () => {
    opened = Array.from(document.querySelectorAll('.finding details:not([open]), .tool[data-f]:not([open])'));
    for (const details of opened) {
      wake(details);
      details.open = true;
    }
  });
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
  });

  // A browser keeps what was typed when a page is loaded again.
  form.hidden = false;
  apply();
})();
