const turned = (p, a, b) => {
  const x = p[0] * Math.cos(a) - p[1] * Math.sin(a), y = p[0] * Math.sin(a) + p[1] * Math.cos(a);
  return [x, y * Math.cos(b) - p[2] * Math.sin(b), y * Math.sin(b) + p[2] * Math.cos(b)];
};
const showEmbeddings = (view, place) => {
  const figure = document.createElement("figure"), canvas = document.createElement("canvas");
  const title = document.createElement("figcaption");
  title.textContent = view.title;
  figure.append(canvas, title);
  place.append(figure);
  const reach = Math.max(...view.points.concat([view.infinity]).map(p => Math.hypot(...p)));
  let a = 0.6, b = 1.1;
  const draw = () => {
    const size = canvas.width = canvas.height = canvas.clientWidth * devicePixelRatio;
    const context = canvas.getContext("2d");
    const marks = view.points.map((p, i) => ({
      at: turned(p, a, b), label: i,
      colour: view.heldOut[i] ? "#d22" : `hsl(${260 - 200 * i / view.points.length} 70% ${30 + 30 * i / view.points.length}%)`,
    }));
    marks.push({ at: turned(view.infinity, a, b), label: "★", colour: "#000" });
    for (const { at, label, colour } of marks.sort((m, n) => m.at[2] - n.at[2])) {
      const x = size / 2 + at[0] / reach * size * 0.45, y = size / 2 - at[1] / reach * size * 0.45;
      context.fillStyle = colour;
      if (label === "★") { context.font = `${size / 20}px sans-serif`; context.fillText(label, x, y); continue; }
      context.beginPath(); context.arc(x, y, size / 130, 0, 7); context.fill();
      if (label % 16 === 0) { context.font = `${size / 45}px sans-serif`; context.fillText(label, x + size / 90, y); }
    }
  };
  canvas.onpointermove = event => {
    if (!event.buttons) return;
    a -= event.movementX / 100; b += event.movementY / 100; draw();
  };
  new ResizeObserver(draw).observe(canvas);
};
