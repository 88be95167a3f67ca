import VASSAL.Info;
import VASSAL.build.GameModule;
import VASSAL.build.widget.Chart;
import VASSAL.build.module.GameComponent;
import VASSAL.build.module.Map;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.build.widget.PieceSlot;
import VASSAL.counters.Decorator;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Stack;
import VASSAL.launch.StandardConfig;
import VASSAL.tools.DataArchive;
import VASSAL.tools.menu.MenuBarProxy;
import VASSAL.tools.menu.MenuManager;

import java.awt.Point;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import javax.swing.JFrame;
import javax.swing.JMenuBar;
import javax.swing.SwingUtilities;

/**
 * Opens a module in VASSAL's own engine, starts a game, and prints what it finds, one fact a line with tabs.
 *
 * Arguments: the module; a file with lines of board, x and y to name; a folder for pictures of
 * the maps, or nothing.
 */
public class OpenModule {
  private static class Menus extends MenuManager {
    private final MenuBarProxy bar = new MenuBarProxy();

    @Override
    public JMenuBar getMenuBarFor(JFrame frame) {
      return null;
    }

    @Override
    public MenuBarProxy getMenuBarProxyFor(JFrame frame) {
      return bar;
    }
  }

  public static void main(String[] args) throws Exception {
    Info.setConfig(new StandardConfig());
    SwingUtilities.invokeAndWait(() -> {
      try {
        run(args);
      }
      catch (Throwable problem) {
        problem.printStackTrace();
        System.exit(3);
      }
    });
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static void run(String[] args) throws Exception {
    new Menus();
    GameModule.init(new GameModule(new DataArchive(args[0])));
    final GameModule module = GameModule.getGameModule();
    say("module", module.getGameName(), module.getGameVersion());
    for (PieceSlot slot : module.getAllDescendantComponentsOf(PieceSlot.class)) {
      final GamePiece piece = slot.getPiece();
      final Rectangle box = piece == null ? new Rectangle() : piece.boundingBox();
      say("slot", slot.getConfigureName(), Decorator.getInnermost(piece).getName(), traits(piece), "" + box.width);
    }
    for (Chart chart : module.getAllDescendantComponentsOf(Chart.class)) {
      say("chart", chart.getConfigureName());
    }
    // Starting a game in the usual way would open a wizard.
    for (boolean starts : new boolean[] {false, true}) {
      for (GameComponent part : List.copyOf(module.getGameState().getGameComponents())) {
        part.setup(starts);
      }
    }
    for (Map map : Map.getMapList()) {
      for (Board board : map.getBoards()) {
        final Rectangle box = board.bounds();
        say("board", map.getMapName(), board.getName(), box.x + "," + box.y + "," + box.width + "," + box.height);
      }
      for (GamePiece piece : map.getPieces()) {
        if (piece instanceof Stack) {
          for (GamePiece each : ((Stack) piece).asList()) {
            place(map, each);
          }
        }
        else {
          place(map, piece);
        }
      }
    }
    for (String line : Files.readAllLines(Path.of(args[1]))) {
      final String[] parts = line.split("\t");
      for (Map map : Map.getMapList()) {
        final Board board = map.getBoardByName(parts[0]);
        if (board != null) {
          final Point point = new Point(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
          say("name", parts[0], parts[1], parts[2], board.locationName(point));
        }
      }
    }
    if (args.length > 2) {
      int number = 0;
      for (Map map : Map.getMapList()) {
        final java.awt.Dimension size = map.mapSize();
        final BufferedImage image = new BufferedImage(size.width, size.height, BufferedImage.TYPE_INT_RGB);
        map.drawBoards(image.createGraphics(), 0, 0, 1.0, null);
        map.drawPieces(image.createGraphics(), 0, 0);
        ImageIO.write(image, "png", new File(args[2], "map-" + number++ + ".png"));
      }
    }
  }

  private static void place(Map map, GamePiece piece) {
    final Point at = piece.getPosition();
    say("piece", map.getMapName(), Decorator.getInnermost(piece).getName(), at.x + "," + at.y,
      map.locationName(at), String.valueOf(piece.getProperty("ObscuredToOthers")));
  }

  private static String traits(GamePiece piece) {
    final StringBuilder names = new StringBuilder();
    for (GamePiece each = piece; each instanceof Decorator; each = ((Decorator) each).getInner()) {
      names.append(each.getClass().getSimpleName()).append(' ');
    }
    return names.toString().trim();
  }

  private static void say(String... parts) {
    System.out.println(String.join("\t", parts));
  }
}
