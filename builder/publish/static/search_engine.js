// Searches the reference in the browser, as `brainbug lookup` does (rulesdb/search): with the same words, forms
// of words, and weights, which come with the data. A test compares the results of both.
(function (root) {
  "use strict";

  const COLUMNS = ["title", "names", "section", "text", "facts", "place"];
  const WORD = "\\d+(?:[.:]\\d+)+[a-z]?(?![\\p{L}\\p{N}_])|[\\p{L}\\p{N}]+(?:['’][\\p{L}\\p{N}]+)*";
  const HYPHEN = /[-‐‑]/u;
  const CHAIN = new RegExp(`(?:${WORD})(?:[-‐‑](?:${WORD}))*`, "giu");
  const wordPattern = () => new RegExp(WORD, "giu");

  // A word without case, accents and possessive.
  function fold(word) {
    const plain = word.replaceAll("’", "'").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    return plain.replace(/'s$/, "").replaceAll("'", "");
  }

  function wordsIn(text) { return (text.match(wordPattern()) || []).map(fold); }

  // The words of a text, grouped by hyphens.
  function chainsIn(text) {
    return (text.match(CHAIN) || []).map((chain) => (HYPHEN.test(chain) ? wordsIn(chain) : [fold(chain)]));
  }

  // The words of a text, hyphenated ones also in one piece.
  function indexed(text) {
    const chains = chainsIn(text);
    return [...chains.flat(), ...chains.filter((chain) => chain.length > 1).map((chain) => chain.join(""))];
  }

  // The common part of the inflected forms of a word, which need not be a word.
  function stem(word) {
    if (word.length < 4 || !/^\p{L}+$/u.test(word)) { return word; }
    if (/ie[sd]$/.test(word)) { word = word.slice(0, -3) + "y"; } else if (/[^sui]s$/.test(word)) { word = word.slice(0, -1); }
    for (const ending of ["ing", "ed"]) {
      const rest = word.endsWith(ending) ? word.slice(0, -ending.length) : word;
      if (rest !== word && rest.length >= 3 && /[aeiouy]/.test(rest) && !rest.endsWith("e")) { word = rest; break; }
    }
    if (word.length > 3 && word.endsWith("e")) { word = word.slice(0, -1); }
    return word.replace(/([^aeiou])\1$/u, "$1");
  }

  // The similarity of two words, from 0 to 1: twice the letters in common blocks, by the letters of both.
  function likeness(one, other) {
    function common(low, high, from, to) {
      let best = [low, from, 0];
      for (let i = low; i < high; i += 1) {
        for (let j = from; j < to; j += 1) {
          let run = 0;
          while (i + run < high && j + run < to && one[i + run] === other[j + run]) { run += 1; }
          if (run > best[2]) { best = [i, j, run]; }
        }
      }
      const [i, j, run] = best;
      return run ? run + common(low, i, from, j) + common(i + run, high, j + run, to) : 0;
    }
    return 2 * common(0, one.length, 0, other.length) / (one.length + other.length);
  }

  function add(map, key, value) { if (map.has(key)) { map.get(key).push(value); } else { map.set(key, [value]); } }

  class Engine {
    constructor(data) {
      this.data = data;
      this.rows = data.rows.map((row) => Object.fromEntries(data.fields.map((name, at) => [name, row[at]])));
      this.stop = new Set(data.stop);
      this.places = new Map();
      this.names = new Map();
      this.synonyms = new Map();
      const known = new Set();
      this.rows.forEach((row, number) => this.#addRow(row, number));
      for (const concept of data.concepts) {
        const names = this.#phrases(concept);
        this.#addSynonyms(names, "");
        for (const name of names) { for (const word of name.split(" ")) { known.add(word); } }
      }
      for (const word of this.places.keys()) { known.add(word); }
      this.vocabulary = [...known].sort();
      this.stems = new Map();
      for (const word of this.vocabulary) { add(this.stems, stem(word), word); }
    }

    // The rows that contain every word, best first, or if there are none, those that contain some.
    find(text, group) {
      if (!chainsIn(text).length) { return { rows: [], complete: true, corrected: [], unknown: [], wanted: null }; }
      let question = this.#read(text, group || null, false);
      let ranked = this.#rank(question, group);
      let complete = ranked.complete && !question.unknown.length;
      if (!ranked.scores.length) {
        question = this.#read(text, group || null, true);
        ranked = this.#rank(question, group);
        complete = false;
      }
      const rows = ranked.scores.map(([number, score]) => ({ ...this.rows[number], score }));
      const words = new Set(question.terms.flatMap((term) => [...term.hits]));
      const beginnings = question.terms.flatMap((term) => term.beginnings);
      const wanted = (word) => words.has(word) || beginnings.some((start) => word.startsWith(start));
      return { rows, complete, corrected: question.corrected, unknown: question.unknown, wanted };
    }

    #addRow(row, number) {
      const columns = [
        row.title, [row.key, ...row.others].join(" · "), row.section, row.text, row.details, row.place,
      ];
      columns.forEach((text, column) => indexed(text).forEach((word, at) => add(this.places, word, [number, column, at])));
      const worths = new Map();
      const own = `${row.kind}/${row.key}`;
      for (const name of this.#phrases(row.others)) { worths.set(name, this.data.worth.otherName); }
      for (const name of this.#phrases([row.title, row.key, own, `${row.group}:${own}`])) {
        worths.set(name, this.data.worth.title);
      }
      for (const [name, worth] of worths) { add(this.names, name.split(" ").map(stem).join(" "), { number, name, worth }); }
      if (row.others.length) { this.#addSynonyms(this.#phrases([row.title, ...row.others]), row.group); }
    }

    #addSynonyms(names, group) {
      for (const name of names) {
        for (const other of names) { if (other !== name) { add(this.synonyms, name, { other, group }); } }
      }
    }

    #phrases(names) { return [...new Set(names.map((name) => wordsIn(name).join(" ")).filter(Boolean))]; }

    // The terms of a question: names of several words are one, and so are words with hyphens, unless `apart`.
    #read(text, group, apart) {
      const asked = chainsIn(text);
      const meant = new Map(asked.flat().map((word) => [word, this.#meant(word)]));
      const known = asked.map((chain) => chain.map((word) => meant.get(word)).filter(Boolean)).filter((chain) => chain.length);
      const chains = known.length ? known : asked;
      const terms = apart ? chains.flat().map((word) => [word]) : this.#joined(chains);
      const telling = terms.filter((term) => term.length > 1 || !this.stop.has(term[0]));
      const capitals = new Set((text.match(wordPattern()) || [])
        .filter((word) => word === word.toUpperCase() && word !== word.toLowerCase()).map(fold));
      const distinct = new Map((telling.length ? telling : terms).map((term) => [term.join(" "), term]));
      return {
        words: chains.flat(),
        terms: [...distinct.values()].map((words) => this.#term(words, group, words.every((word) => capitals.has(word)))),
        corrected: [...meant].filter(([word, found]) => found && found !== word),
        unknown: [...meant].filter(([, found]) => !found).map(([word]) => word),
      };
    }

    // The word itself if the index has it, else the nearest one, if any.
    #meant(word) {
      const { minCorrected, minLikeness } = this.data.limits;
      if (this.#beginningWith(word).length || this.stems.has(stem(word))) { return word; }
      if (word.length < minCorrected || !/^\p{L}+$/u.test(word)) { return null; }
      const slack = word.length <= minCorrected ? 1 : 2;
      let best = [0, ""];
      for (const known of this.vocabulary) {
        if (Math.abs(known.length - word.length) > slack) { continue; }
        const alike = likeness(known, word);
        if (alike > best[0] || (alike === best[0] && known > best[1])) { best = [alike, known]; }
      }
      return likeness(word, best[1]) >= minLikeness ? best[1] : null;
    }

    // Join words that are a name with synonyms, as in "line of sight", to one term.
    #joined(chains) {
      const terms = [];
      for (let at = 0; at < chains.length;) {
        for (let count = Math.min(this.data.limits.maxNameWords, chains.length - at); count > 0; count -= 1) {
          const together = chains.slice(at, at + count).flat();
          if (count === 1 || this.synonyms.has(together.join(" "))) { terms.push(together); at += count; break; }
        }
      }
      return terms;
    }

    #term(words, group, inCapitals) {
      const { maxAbbreviation, minBeginning } = this.data.limits;
      const last = words[words.length - 1];
      const together = words.join(" ");
      const exact = words.length === 1 ? [together] : [together, words.join("")];
      const forms = { exact: { any: exact } };
      const hits = new Set([...words, ...exact]);
      const others = [...new Set((this.synonyms.get(together) || [])
        .filter((one) => group === null || one.group === "" || one.group === group).map((one) => one.other))];
      // LOS means line of sight and no losses, while "pan" may be the beginning of panic.
      const isShort = others.length && inCapitals && words.length === 1 && last.length <= maxAbbreviation;
      const inflected = (word) => (this.stems.get(stem(word)) || []).filter((other) => other !== word);
      if (words.length > 1) {
        const telling = words.filter((word) => !this.stop.has(word));
        forms.scattered = { all: telling.length ? telling : [last] };
        for (const word of this.stop) { if (!forms.scattered.all.includes(word)) { hits.delete(word); } }
      } else if (!isShort && inflected(last).length) {
        forms.inflected = { any: inflected(last) };
        for (const word of inflected(last)) { hits.add(word); }
      }
      const beginnings = [];
      if (last.length >= minBeginning && !this.stop.has(last) && !isShort) {
        forms.beginning = { start: words };
        beginnings.push(last);
      }
      if (others.length) {
        const alike = [...others, ...others.flatMap(inflected)];
        forms.synonym = { any: alike };
        for (const word of alike.join(" ").split(" ")) { if (!this.stop.has(word)) { hits.add(word); } }
      }
      return { words, forms, hits, beginnings };
    }

    #beginningWith(start) {
      let low = 0;
      let high = this.vocabulary.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.vocabulary[middle] < start) { low = middle + 1; } else { high = middle; }
      }
      const found = [];
      while (low < this.vocabulary.length && this.vocabulary[low].startsWith(start)) { found.push(this.vocabulary[low]); low += 1; }
      return found;
    }

    // For each column, the numbers of the rows that contain a phrase.
    #phrase(words, isStart) {
      const key = ([number, column, at]) => (number * COLUMNS.length + column) * 65536 + at;
      const last = words.length - 1;
      const placesOf = (word, at) => (isStart && at === last ? this.#beginningWith(word) : [word])
        .flatMap((one) => this.places.get(one) || []);
      const later = words.slice(1).map((word, at) => new Set(placesOf(word, at + 1).map(key)));
      const found = COLUMNS.map(() => new Set());
      for (const place of placesOf(words[0], 0)) {
        if (later.every((keys, at) => keys.has(key(place) + at + 1))) { found[place[1]].add(place[0]); }
      }
      return found;
    }

    // For each column, the rows that contain a form of a term in it.
    #holders(form) {
      if (form.start) { return this.#phrase(form.start, true); }
      const parts = (form.any || form.all).map((phrase) => this.#phrase(phrase.split(" "), false));
      return COLUMNS.map((_, column) => {
        if (form.any) { return new Set(parts.flatMap((part) => [...part[column]])); }
        return new Set([...parts[0][column]].filter((number) => parts.every((part) => part[column].has(number))));
      });
    }

    // The rows that contain any form of a term in any column.
    #rowsOf(term) {
      const rows = new Set();
      for (const form of Object.values(term.forms)) {
        const parts = form.all ? form.all.map((word) => this.#holders({ any: [word] })) : [this.#holders(form)];
        const sets = parts.map((columns) => new Set(columns.flatMap((column) => [...column])));
        for (const number of sets[0]) { if (sets.every((set) => set.has(number))) { rows.add(number); } }
      }
      return rows;
    }

    #rank(question, group) {
      const { worth } = this.data;
      const holding = question.terms.map((term) => this.#rowsOf(term));
      const inGroup = (number) => !group || this.rows[number].group === group;
      let rows = [...holding[0]].filter((number) => inGroup(number) && holding.every((set) => set.has(number)));
      const complete = rows.length > 0;
      if (!complete) { rows = [...new Set(holding.flatMap((set) => [...set]))].filter(inGroup); }
      const scores = new Map(rows.map((number) => [number, worth.kind[this.rows[number].kind] ?? worth.otherKind]));
      const count = (number, more) => { if (scores.has(number)) { scores.set(number, scores.get(number) + more); } };
      const mentions = new Set();
      for (const term of question.terms) {
        const best = new Map();
        for (const [name, form] of Object.entries(term.forms)) {
          this.#holders(form).forEach((numbers, column) => {
            const here = worth.column[COLUMNS[column]] * worth.form[name];
            for (const number of numbers) { best.set(number, Math.max(best.get(number) || 0, here)); }
          });
        }
        for (const [number, more] of best) {
          count(number, more);
          if (more > worth.column.place) { mentions.add(number); }
        }
      }
      for (const [number, more] of this.#wholeNames(question.words)) { count(number, more); }
      for (const [number, more] of this.#together(question)) { count(number, more); }
      // "bug" means every entry of Bug Hunter only if no entry mentions bugs.
      const mentioned = [...scores].filter(([number]) => mentions.has(number));
      const kept = mentioned.length ? mentioned : [...scores];
      const long = (number) => this.rows[number].title.length;
      return { scores: kept.sort((a, b) => b[1] - a[1] || long(a[0]) - long(b[0]) || a[0] - b[0]), complete };
    }

    // Rows with the whole question as a name, in any inflection.
    #wholeNames(words) {
      const best = new Map();
      for (const { number, name, worth } of this.names.get(words.map(stem).join(" ")) || []) {
        const share = name === words.join(" ") ? 1 : this.data.worth.inflectedName;
        best.set(number, Math.max(best.get(number) || 0, worth * share));
      }
      return best;
    }

    // Rows that contain the whole question as a phrase.
    #together(question) {
      const best = new Map();
      if (question.terms.length === 1) { return best; }
      this.#phrase(question.words, false).forEach((numbers, column) => {
        const here = this.data.worth.column[COLUMNS[column]] * this.data.worth.phrase;
        for (const number of numbers) { best.set(number, Math.max(best.get(number) || 0, here)); }
      });
      return best;
    }
  }

  root.brainbugSearch = {
    Engine, fold, stem, wordsIn, wordPattern,
    load(data) { root.brainbugSearch.engine = new Engine(data); },
  };
})(typeof window === "undefined" ? globalThis : window);
