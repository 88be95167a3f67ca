// @ts-check
/** The socket to the server. Edits that are made while one is under way are sent together, as one step. */

/**
 * @typedef {Record<string, any>} Message
 * @typedef {{message: Message, ops: Message[]}} Waiting
 */

export class Connection {
  /** @param {(message: Message) => void} receive @param {(isOpen: boolean) => void} changed */
  constructor(receive, changed) {
    this.receive = receive;
    this.changed = changed;
    this.revision = 0;
    this.number = 0;
    /** The id of the edit that is under way. @type {number | null} */
    this.busy = null;
    /** @type {Message[]} */
    this.waiting = [];
    /** @type {WebSocket | null} */
    this.socket = null;
    this.connect();
  }

  /** The number of the edit that the server has not answered yet, or null; `data-busy` of the body says whether there is one. @param {number | null} number */
  set underWay(number) {
    this.busy = number;
    document.body.dataset.busy = number === null ? "no" : "yes";
  }

  connect() {
    const socket = new WebSocket(`ws://${location.host}/live`);
    this.socket = socket;
    socket.onopen = () => this.changed(true);
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = () => {
      this.underWay = null;
      this.waiting = [];
      this.changed(false);
      setTimeout(() => this.connect(), 800);
    };
  }

  /** @param {Message} message */
  take(message) {
    if (message.type === "done" || message.type === "refused") {
      if (message.id === this.busy) { this.underWay = null; }
      if (message.type === "refused") { this.waiting = []; }
    }
    if (message.type === "state") { this.revision = message.rev; }
    this.receive(message);
    if (message.type === "state" && this.busy === null) { this.next(); }
  }

  /** Send a message that changes nothing. @param {Message} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) { this.socket.send(JSON.stringify(message)); }
  }

  /** Send an edit, as soon as the one before is answered. @param {Message} message */
  edit(message) {
    const last = this.waiting[this.waiting.length - 1];
    if (this.busy !== null && last?.type === "do" && message.type === "do" && last.title === message.title) {
      last.ops.push(...message.ops);
    } else {
      this.waiting.push(message);
    }
    if (this.busy === null) { this.next(); }
  }

  next() {
    const message = this.waiting.shift();
    if (!message) { return; }
    this.number += 1;
    this.underWay = this.number;
    this.send({ base: this.revision, ...message, id: this.number });
  }
}
