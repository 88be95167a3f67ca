// Searches the reference in the browser, as `brainbug lookup` does (rulesdb/search): with the same words, forms
// of words, and weights, which come with the data. A test compares the results of both.
(function (root) {
  "use strict";

  const COLUMNS = ["title", "names", "section", "text", "facts", "notes", "place", "questions"];
  const TITLE = COLUMNS.indexOf("title");
  const PLACE = COLUMNS.indexOf("place");
  const QUESTIONS = COLUMNS.indexOf("questions");
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

  // A question with the sign of each number as a word, as in the names of entries.
  function spelledOut(text) { return text.replace(/(^|[\s(])[-−](?=\d)/g, "$1minus ").replace(/(^|[\s(])\+(?=\d)/g, "$1plus "); }

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

  // The number of letters that are added, missing, wrong or swapped with their neighbor between two words.
  function slipsApart(one, other) {
    let before = [];
    let row = [...Array(other.length + 1).keys()];
    for (let i = 0; i < one.length; i += 1) {
      const next = [i + 1];
      for (let j = 0; j < other.length; j += 1) {
        let cost = Math.min(row[j + 1] + 1, next[j] + 1, row[j] + (one[i] === other[j] ? 0 : 1));
        if (i && j && one[i] === other[j - 1] && one[i - 1] === other[j]) { cost = Math.min(cost, before[j - 1] + 1); }
        next.push(cost);
      }
      before = row;
      row = next;
    }
    return row[other.length];
  }

  const letters = (word) => [...word].sort().join("");
  const stemsOf = (words) => words.map(stem).join(" ");

  function add(map, key, value) { if (map.has(key)) { map.get(key).push(value); } else { map.set(key, [value]); } }

  // The words of questions, whose numbers are written in digits (packed_rows.py).
  function decoded(codes, { last, more }, words) {
    const decodedWords = [];
    let number = 0;
    for (const digit of codes) {
      const end = last.indexOf(digit);
      if (end < 0) { number = number * more.length + more.indexOf(digit) + 1; continue; }
      decodedWords.push(words[number * last.length + end]);
      number = 0;
    }
    return decodedWords;
  }

  // The rows of data that packed_rows.py wrote.
  function unpacked(data) {
    const words = data.words.split(" ");
    const columns = Object.entries(data.columns);
    return data.columns.key.map((_, number) => {
      const row = Object.fromEntries(columns.map(([name, values]) => [name, values[number]]));
      for (const name of data.templates) {
        row[name] = row[name].replace(/\{(group|kind|key|section)\}/g, (place, part) => row[part]);
      }
      row.facts ??= row.lines.join("; ");
      row.questions = row.questions ? row.questions.split("|").map((codes) => decoded(codes, data, words)) : [];
      return row;
    });
  }

  class Engine {
    constructor(data) {
      this.data = data;
      this.rows = [];
      this.stop = new Set(data.stop);
      this.places = new Map();
      this.names = new Map();
      this.synonyms = new Map();
      this.add(data.rows);
      for (const concept of data.concepts) { this.#addSynonyms(this.#phrases(concept), "", data.worth.concept); }
      for (const [stems, other, worth] of data.plainWords) { add(this.synonyms, stems, { other, group: "", worth }); }
      this.aims = data.worth.aims.map(([pattern, kinds]) => [new RegExp(pattern), kinds]);
    }

    // Add packed rows, and count again in how many rows each word is.
    add(packed) {
      for (const row of unpacked(packed)) { this.#addRow(row, this.rows.push(row) - 1); }
      const counts = new Map();
      const names = this.data.concepts.flatMap((concept) => this.#phrases(concept));
      for (const name of [...names, ...this.data.plainWords.map(([stems]) => stems)]) {
        for (const word of name.split(" ")) { counts.set(word, 0); }
      }
      for (const [word, places] of this.places) { counts.set(word, new Set(places.map(([number]) => number)).size); }
      this.entries = counts;
      this.vocabulary = [...counts.keys()].sort();
      this.stems = new Map();
      for (const word of this.vocabulary) { add(this.stems, stem(word), word); }
    }

    // The rows that contain most of the words, best first.
    find(typed, group) {
      const text = spelledOut(typed);
      if (!chainsIn(text).length) { return { rows: [], complete: true, corrected: [], unknown: [], wanted: null }; }
      const question = this.#read(text, group || null);
      const ranked = this.#rank(question, group);
      const complete = ranked.complete && !question.unknown.length;
      const rows = ranked.scores.map(([number, score]) => ({ ...this.rows[number], score }));
      const holds = question.terms.map((term) => (word) =>
        term.hits.has(word) || term.beginnings.some((start) => word.startsWith(start)));
      const wanted = (word) => holds.some((hold) => hold(word));
      const weigh = (words) => {
        const text = " " + words.join(" ") + " ";
        const worth = ({ forms }) => Math.max(0, ...[...forms].filter(([form]) => text.includes(" " + form + " ")).map(([, one]) => one));
        return question.terms.reduce((sum, term, at) => sum + worth(term) * ranked.weights[at], 0);
      };
      return { rows, complete, corrected: question.corrected, unknown: question.unknown, wanted, weigh };
    }

    #addRow(row, number) {
      const columns = [
        row.title, [row.key, ...row.others].join(" · "), row.section, row.text, row.facts, row.notes, row.place,
      ];
      row.length = indexed(row.text).length + indexed(row.facts).length;
      row.titleWords = Math.max(1, wordsIn(row.title).filter((word) => !this.stop.has(word)).length);
      row.questionLengths = row.questions.map((words) => words.length);
      [...columns.map(indexed), row.questions.flat()].forEach((words, column) =>
        words.forEach((word, at) => add(this.places, word, [number, column, at])));
      const worths = new Map();
      const own = `${row.kind}/${row.key}`;
      for (const name of this.#phrases(row.others)) { worths.set(name, this.data.worth.otherName); }
      for (const name of this.#phrases([row.title, row.key, own, `${row.group}:${own}`])) {
        worths.set(name, this.data.worth.title);
      }
      for (const [name, worth] of worths) { add(this.names, stemsOf(name.split(" ")), { number, name, worth }); }
      if (row.others.length) { this.#addSynonyms(this.#phrases([row.title, ...row.others]), row.group, this.data.worth.same); }
    }

    #addSynonyms(names, group, worth) {
      for (const name of names) {
        for (const other of names) { if (other !== name) { add(this.synonyms, stemsOf(name.split(" ")), { other, group, worth }); } }
      }
    }

    #phrases(names) { return [...new Set(names.map((name) => wordsIn(name).join(" ")).filter(Boolean))]; }

    // The terms of a question: names of several words are one, and so are words with hyphens.
    #read(text, group) {
      const asked = chainsIn(text);
      const meant = new Map(asked.flat().map((word) => [word, this.#meant(word)]));
      const matched = asked.map((chain) => chain.map((word) => meant.get(word)).filter(Boolean)).filter((chain) => chain.length);
      const chains = matched.length ? matched : asked;
      const terms = this.#joined(chains);
      const telling = terms.filter((term) => term.length > 1 || !this.stop.has(term[0]));
      const capitals = new Set((text.match(wordPattern()) || [])
        .filter((word) => word === word.toUpperCase() && word !== word.toLowerCase()).map(fold));
      const distinct = new Map((telling.length ? telling : terms).map((term) => [term.join(" "), term]));
      return {
        words: chains.flat(),
        terms: [...distinct.values()].map((words) => this.#term(words, group, words.every((word) => capitals.has(word)))),
        corrected: [...meant].filter(([word, other]) => other && other !== word),
        unknown: [...meant].filter(([, other]) => !other).map(([word]) => word),
      };
    }

    // The word itself if the index has it, else the most frequent of the nearest ones, if any.
    #meant(word) {
      const { minCorrected, minTwoSlips, minEntries } = this.data.limits;
      if (this.stop.has(word) || this.#beginningWith(word).length || this.stems.has(stem(word))) { return word; }
      if (word.length < minCorrected || !/^\p{L}+$/u.test(word)) { return null; }
      const slips = word.length >= minTwoSlips ? 2 : 1;
      let best = [slips + 1, 0, null];
      for (const other of this.#beginningWith(word[0])) {
        const entries = this.entries.get(other);
        if (entries < minEntries || Math.abs(other.length - word.length) > slips) { continue; }
        if (word.length === other.length && word.length === minCorrected && letters(word) !== letters(other)) { continue; }
        const apart = slipsApart(word, other);
        if (apart <= slips && (apart < best[0] || (apart === best[0] && entries > best[1]))) { best = [apart, entries, other]; }
      }
      return best[2];
    }

    // Join words that are a name with synonyms, as in "line of sight", to one term.
    #joined(chains) {
      const terms = [];
      for (let at = 0; at < chains.length;) {
        for (let count = Math.min(this.data.limits.maxNameWords, chains.length - at); count > 0; count -= 1) {
          const together = chains.slice(at, at + count).flat();
          if (count === 1 || this.synonyms.has(stemsOf(together))) { terms.push(together); at += count; break; }
        }
      }
      return terms;
    }

    #term(words, group, inCapitals) {
      const { maxAbbreviation, minBeginning } = this.data.limits;
      const worths = this.data.worth.form;
      const last = words[words.length - 1];
      const forms = new Map();
      const raise = (form, worth) => forms.set(form, Math.max(forms.get(form) || 0, worth));
      const inflected = (word) => this.stems.get(stem(word)) || [];
      const others = (this.synonyms.get(stemsOf(words)) || [])
        .filter((one) => group === null || one.group === "" || one.group === group);
      // LOS means line of sight and no losses, while "pan" may be the beginning of panic.
      const isShort = others.length && inCapitals && words.length === 1 && last.length <= maxAbbreviation;
      for (const { other, worth } of others) {
        raise(other, worth);
        if (!other.includes(" ")) { for (const form of inflected(other)) { raise(form, worth * worths.inflected); } }
      }
      const hits = new Set([...forms.keys()].join(" ").split(" ").filter((word) => word && !this.stop.has(word)));
      const canBegin = !isShort && last.length >= minBeginning && !this.stop.has(last);
      if (words.length > 1) {
        forms.set(words.join(""), 1);
        const telling = words.filter((word) => !this.stop.has(word));
        for (const word of telling.length ? telling : [last]) {
          for (const form of inflected(word)) { raise(form, worths.scattered); hits.add(form); }
        }
      } else if (!isShort) {
        if (canBegin) { for (const form of this.#beginningWith(last)) { raise(form, worths.beginning); } }
        for (const form of inflected(last)) { raise(form, worths.inflected); hits.add(form); }
      }
      forms.set(words.join(" "), 1);
      hits.add(words.join(" ")).add(words.join(""));
      return { words, forms, hits, beginnings: canBegin ? [last] : [] };
    }

    #beginningWith(start) {
      let low = 0;
      let high = this.vocabulary.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.vocabulary[middle] < start) { low = middle + 1; } else { high = middle; }
      }
      const words = [];
      while (low < this.vocabulary.length && this.vocabulary[low].startsWith(start)) { words.push(this.vocabulary[low]); low += 1; }
      return words;
    }

    // Where a phrase begins: the number of the row, the column, and the place in it.
    #spots(phrase) {
      const [first, ...others] = phrase.split(" ");
      const key = ([number, column, at]) => (number * COLUMNS.length + column) * 65536 + at;
      const later = others.map((word) => new Set((this.places.get(word) || []).map(key)));
      return (this.places.get(first) || [])
        .filter((place) => later.every((keys, step) => keys.has(key(place) + step + 1)));
    }

    // The hits of each row, and the weight of each term: its inverse document frequency.
    #collect(terms, isSearched, count) {
      const { column: columnWorth, minWorthCounted } = this.data.worth;
      const hits = new Map();
      const weights = terms.map((term, at) => {
        const spots = new Map();
        for (const [form, worth] of term.forms) {
          for (const place of this.#spots(form)) {
            const key = place.join(" ");
            if (isSearched(place[0]) && (!spots.has(key) || spots.get(key)[1] < worth)) { spots.set(key, [place, worth]); }
          }
        }
        const holders = new Set();
        for (const [[number, column, offset], worth] of spots.values()) {
          if (!hits.has(number)) { hits.set(number, { frequency: new Map(), best: new Map(), spots: [] }); }
          const { frequency, best, spots: all } = hits.get(number);
          frequency.set(at, (frequency.get(at) || 0) + worth * columnWorth[COLUMNS[column]]);
          best.set(at, Math.max(best.get(at) || 0, worth));
          all.push([column, offset, at, worth]);
          if (worth >= minWorthCounted && column !== PLACE) { holders.add(number); }
        }
        const holding = Math.max(holders.size, 1);
        return Math.log(1 + (count - holding + 0.5) / (holding + 0.5));
      });
      return { hits, weights };
    }

    #score(row, { frequency, spots: all }, weights, cover, averageLength) {
      const {
        saturation, lengthShare, coverShare, nearShare, adjacentShare, titleShare, likenessShare, together,
      } = this.data.worth;
      const length = 1 - lengthShare + lengthShare * row.length / averageLength;
      let words = 0;
      for (const [term, often] of frequency) { words += weights[term] * often * (saturation + 1) / (often + saturation * length); }
      const spots = all.filter(([column]) => together.includes(COLUMNS[column]))
        .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
      const inTitle = new Map(spots.filter(([column]) => column === TITLE).map((spot) => [spot[1], spot]));
      const share = Math.min(1, inTitle.size / row.titleWords);
      let title = 0;
      for (const [, , term, worth] of inTitle.values()) { title += weights[term] * worth; }
      return words * (1 + coverShare * cover) + nearShare * this.#nearness(spots, weights)
        + adjacentShare * this.#adjacency(spots, weights) + titleShare * title * share * share
        + likenessShare * this.#likeness(row, all, weights);
    }

    // The weight of the terms in the most similar question, less for terms that one of the two lacks.
    #likeness(row, all, weights) {
      const asked = all.filter(([column]) => column === QUESTIONS).sort((a, b) => a[1] - b[1]);
      const whole = weights.reduce((sum, weight) => sum + weight, 0);
      let greatest = 0;
      let end = 0;
      let at = 0;
      for (const length of asked.length ? row.questionLengths : []) {
        end += length;
        const best = new Map();
        const offsets = new Set();
        for (; at < asked.length && asked[at][1] < end; at += 1) {
          const [, offset, term, worth] = asked[at];
          best.set(term, Math.max(best.get(term) || 0, worth));
          offsets.add(offset);
        }
        let covered = 0;
        for (const [term, worth] of best) { covered += weights[term] * worth; }
        const share = Math.min(1, offsets.size / length);
        greatest = Math.max(greatest, covered * covered / whole * share);
      }
      return greatest;
    }

    // The greatest weight of several terms in a run of a few words.
    #nearness(spots, weights) {
      let greatest = 0;
      spots.forEach(([column, offset], start) => {
        const best = new Map();
        for (let at = start; at < spots.length; at += 1) {
          const [other, place, term, worth] = spots[at];
          if (other !== column || place - offset >= this.data.worth.nearWords) { break; }
          best.set(term, Math.max(best.get(term) || 0, worth));
        }
        if (best.size < 2) { return; }
        let sum = 0;
        for (const [term, worth] of best) { sum += weights[term] * worth; }
        greatest = Math.max(greatest, sum);
      });
      return greatest;
    }

    // The weight of neighboring terms of the question that are neighbors in a text, too.
    #adjacency(spots, weights) {
      const places = weights.map(() => new Set());
      for (const [column, offset, term] of spots) { places[term].add(column * 65536 + offset); }
      let sum = 0;
      for (let term = 0; term + 1 < weights.length; term += 1) {
        if ([...places[term]].some((key) => places[term + 1].has(key + 1))) { sum += Math.min(weights[term], weights[term + 1]); }
      }
      return sum;
    }

    #rank(question, group) {
      const { worth } = this.data;
      const isSearched = (number) => !group || this.rows[number].group === group;
      const lengths = this.rows.filter((_, number) => isSearched(number)).map((row) => row.length);
      const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length) || 1;
      const { hits, weights } = this.#collect(question.terms, isSearched, lengths.length);
      const whole = weights.reduce((sum, weight) => sum + weight, 0) || 1;
      const covers = new Map();
      const own = new Map();
      const asked = question.words.join(" ");
      const aims = this.aims.filter(([pattern]) => pattern.test(asked)).map(([, kinds]) => kinds);
      for (const [number, row] of hits) {
        let cover = 0;
        for (const [term, best] of row.best) { cover += weights[term] * best; }
        covers.set(number, cover / whole);
        const { kind } = this.rows[number];
        const factor = aims.reduce((product, kinds) => product * (kinds[kind] ?? 1), worth.kind[kind] ?? worth.otherKind);
        own.set(number, this.#score(this.rows[number], row, weights, cover / whole, averageLength) * factor);
      }
      const names = this.#wholeNames(question.words);
      const least = worth.minCover * Math.max(0, ...covers.values());
      // "bug" means every entry of Bug Hunter only if no entry mentions bugs.
      const mentions = [...hits].filter(([, row]) => row.spots.some(([column]) => column !== PLACE)).map(([number]) => number);
      const kept = (mentions.length ? mentions : [...hits.keys()]).filter((number) => covers.get(number) >= least);
      const scores = kept.map((number) => {
        const linking = Math.max(0, ...this.rows[number].incoming.map((other) => own.get(other) || 0));
        return [number, own.get(number) + worth.link * linking + (names.get(number) || 0) * whole];
      });
      const complete = [...hits.values()].some((row) => row.best.size === question.terms.length);
      return { scores: scores.sort((a, b) => b[1] - a[1] || a[0] - b[0]), complete, weights };
    }

    // Rows with the whole question as a name, in any inflection.
    #wholeNames(words) {
      const best = new Map();
      for (const { number, name, worth } of this.names.get(stemsOf(words)) || []) {
        const share = name === words.join(" ") ? 1 : this.data.worth.inflectedName;
        best.set(number, Math.max(best.get(number) || 0, worth * share));
      }
      return best;
    }
  }

  root.brainbugSearch = {
    Engine, fold, stem, wordsIn, wordPattern,
    load(data) { root.brainbugSearch.engine = new Engine(data); },
    add(rows) { root.brainbugSearch.engine.add(rows); },
  };
})(typeof window === "undefined" ? globalThis : window);
